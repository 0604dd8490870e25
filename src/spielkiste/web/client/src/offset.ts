/** How far the server's clock is ahead of ours, in milliseconds, by the message with the shortest round trip. */
export class Offset {
  ahead = 0;
  #best = Infinity;
  #at = 0;

  /** An answer: the server's time (seconds), when we asked and when we heard (milliseconds). */
  measure(now: number, asked: number, heard: number): void {
    const trip = heard - asked;
    if (trip < 0 || !now) return;
    const stale = heard - this.#at > 600_000; // clocks drift; and ours may have been set
    if (trip > this.#best && !stale) return;
    this.#best = trip;
    this.#at = heard;
    this.ahead = now * 1000 - (asked + trip / 2);
  }

  /** A message nobody asked for: better than nothing. */
  hear(now: number, heard: number): void {
    if (this.#best === Infinity && now) this.ahead = now * 1000 - heard;
  }

  /** Seconds until a moment of the server's clock. */
  left(deadline: number, here = Date.now()): number {
    return deadline - (here + this.ahead) / 1000;
  }
}
