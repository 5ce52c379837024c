/** Nobody listens unseen: an input that is out of sight and of no use is closed after a while. */

/** How long an input stays open with nothing recorded and its panel out of sight. */
export const UNUSED_MS = 10 * 60_000;

export interface WatchedInput {
  isOpen(): boolean;
  /** Is it recorded or measured? */
  isUsed(): boolean;
  /** Is called when the time is over. */
  onUnused(): void;
}

/** Counts the panels that show the input, and the time since the last of them was seen or something was recorded. */
export class InputWatch {
  private panels = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly input: WatchedInput;

  constructor(input: WatchedInput) {
    this.input = input;
    document.addEventListener('visibilitychange', () => this.look());
  }

  /** A panel shows the input. @returns says that it is gone; call it once */
  show(): () => void {
    this.panels += 1;
    this.look();
    return () => {
      this.panels -= 1;
      this.look();
    };
  }

  /** Something about the input changed. A page that is hidden shows nothing. */
  look(): void {
    const isSeen = this.panels > 0 && document.visibilityState === 'visible';
    if (isSeen || !this.input.isOpen() || this.input.isUsed()) this.stop();
    else this.timer ??= setTimeout(() => this.end(), UNUSED_MS);
  }

  /** Something was kept of it: the time begins anew. */
  used(): void {
    this.stop();
    this.look();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private end(): void {
    this.timer = undefined;
    this.input.onUnused();
  }
}
