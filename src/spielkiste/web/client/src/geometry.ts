// Places on the screen.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Direction = "left" | "right" | "up" | "down";

export function centre(box: Box): { x: number; y: number } {
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

export function distance(box: Box, x: number, y: number): number {
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

/** The nearest of the others in a direction; what lies aside counts twice as far. */
export function nearest<T>(from: Box, others: Iterable<readonly [T, Box]>, direction: Direction): T | null {
  const here = centre(from);
  const across = direction === "left" || direction === "right";
  const sign = direction === "right" || direction === "down" ? 1 : -1;
  let best: T | null = null;
  let least = Infinity;
  for (const [item, box] of others) {
    const there = centre(box);
    const ahead = sign * (across ? there.x - here.x : there.y - here.y);
    const aside = Math.abs(across ? there.y - here.y : there.x - here.x);
    if (ahead < 2 || aside > 3 * ahead) continue;
    const far = ahead + 2 * aside;
    if (far < least) [best, least] = [item, far];
  }
  return best;
}
