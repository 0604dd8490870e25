// What a page listens to and waits for ends with it, though the document stays: the app turns pages without loading any.

type Stop = () => void;

export class Scope {
  #stops: Stop[] = [];

  constructor() {
    this.#watch(window);
    this.#watch(document);
    this.#watchTimers();
  }

  /** The page is left. */
  end(): void {
    const stops = this.#stops;
    this.#stops = [];
    for (const stop of stops) stop();
  }

  leaving(stop: Stop): void {
    this.#stops.push(stop);
  }

  #watch(target: Window | Document): void {
    const listen = target.addEventListener.bind(target) as EventTarget["addEventListener"];
    target.addEventListener = ((...given: Parameters<EventTarget["addEventListener"]>) => {
      listen(...given);
      this.#stops.push(() => target.removeEventListener(given[0], given[1] as EventListener, given[2]));
    }) as typeof target.addEventListener;
  }

  #watchTimers(): void {
    const every = window.setInterval.bind(window);
    const later = window.setTimeout.bind(window);
    window.setInterval = ((...given: Parameters<typeof every>) => {
      const timer = every(...given);
      this.#stops.push(() => clearInterval(timer));
      return timer;
    }) as typeof window.setInterval;
    window.setTimeout = ((...given: Parameters<typeof later>) => {
      const timer = later(...given);
      this.#stops.push(() => clearTimeout(timer));
      return timer;
    }) as typeof window.setTimeout;
  }
}
