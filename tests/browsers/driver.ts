/** The Enter key as WebDriver writes it. */
export const ENTER = '\uE007';

/** What the journey asks of a browser, whichever way that browser is driven. */
export interface Driver {
  readonly name: string;
  open(address: string): Promise<void>;
  /** Runs the body of a function in the page; what it returns must be JSON. Promises are waited for. */
  run<T>(body: string): Promise<T>;
  /** Presses and lets go at a place of the window, in CSS pixels: as a finger where the browser can be given one. */
  tap(x: number, y: number): Promise<void>;
  /** Types into whatever has the focus; `ENTER` may stand at the end. */
  type(text: string): Promise<void>;
  /** Makes the page's window so wide and high, as far as the browser lets it. */
  resize(width: number, height: number): Promise<void>;
  /** The window as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Asks again every 100 ms until the answer is neither null, undefined, false nor 0.
 * @throws Error naming what was waited for, after `timeoutMs`
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  timeoutMs = 20_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs / 1000} s in vain: ${what}`);
    await sleep(100);
  }
}
