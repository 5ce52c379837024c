/** A mouse in wide windows and a finger in narrow ones, both as the browser sees real ones. */
import type { CDPSession, Page } from '@playwright/test';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Hand {
  press(at: Point): Promise<void>;
  move(to: Point): Promise<void>;
  release(at: Point): Promise<void>;
  tap(at: Point): Promise<void>;
  /** Presses at the first point, goes through the others in `ms`, and lets go at the last. */
  drag(path: readonly Point[], ms: number): Promise<void>;
}

/** What every hand does with its three movements. */
function withGestures(basic: Pick<Hand, 'press' | 'move' | 'release'>): Hand {
  return {
    ...basic,
    async tap(at) {
      await basic.press(at);
      await basic.release(at);
    },
    async drag(path, ms) {
      const [first, ...rest] = path;
      const began = performance.now();
      await basic.press(first!);
      const perPart = Math.max(2, Math.round(12 / rest.length));
      let from = first!;
      let step = 0;
      for (const to of rest) {
        for (let i = 1; i <= perPart; i++) {
          step += 1;
          const due = (ms * step) / (perPart * rest.length) - (performance.now() - began);
          if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
          const part = i / perPart;
          await basic.move({
            x: from.x + (to.x - from.x) * part,
            y: from.y + (to.y - from.y) * part,
          });
        }
        from = to;
      }
      await basic.release(from);
    },
  };
}

function mouse(page: Page): Hand {
  return withGestures({
    async press({ x, y }) {
      await page.mouse.move(x, y);
      await page.mouse.down();
    },
    move: ({ x, y }) => page.mouse.move(x, y),
    release: () => page.mouse.up(),
  });
}

function finger(session: CDPSession): Hand {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }) => ({ x, y, id: 1 })),
    });
  return withGestures({
    press: async (at) => void (await send('touchStart', [at])),
    move: async (to) => void (await send('touchMove', [to])),
    release: async () => void (await send('touchEnd', [])),
  });
}

/** The hand that this page is made for: a finger where the screen is touched, else a mouse. */
export async function handOf(page: Page): Promise<Hand> {
  const isTouched = await page.evaluate(() => navigator.maxTouchPoints > 0);
  return isTouched ? finger(await page.context().newCDPSession(page)) : mouse(page);
}
