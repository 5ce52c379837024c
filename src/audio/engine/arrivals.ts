/** Who waits for a frame of the context. */
export class Arrivals {
  private waiting: { readonly atFrame: number; readonly reach: () => void }[] = [];

  /** Calls back when a frame has been reached, or will never be. */
  when(atFrame: number, reach: () => void): void {
    this.waiting.push({ atFrame, reach });
  }

  /** Resolves when a frame has been reached, or will never be. */
  at(atFrame: number): Promise<void> {
    return new Promise((resolve) => this.when(atFrame, resolve));
  }

  /** The context has come to a frame. */
  reach(nowFrame: number): void {
    const due = this.waiting.filter(({ atFrame }) => nowFrame >= atFrame);
    this.waiting = this.waiting.filter(({ atFrame }) => nowFrame < atFrame);
    for (const { reach } of due) reach();
  }

  /** The music has stopped: nothing is waited for. */
  giveUp(): void {
    for (const { reach } of this.waiting.splice(0)) reach();
  }
}
