/**
 * A mouse in wide windows and a finger in narrow ones, both as the browser sees real ones. Every event carries
 * the time at which a hand would have made it, so that a busy machine does not turn a flick into a drag.
 */
import type { CDPSession, Page } from '@playwright/test';

export interface Point {
  readonly x: number;
  readonly y: number;
}

type Kind = 'press' | 'move' | 'release';

const TAP_MS = 60;
const MOVES = 12;

/** One mouse or finger of a page. */
export class Hand {
  private readonly session: CDPSession;
  private readonly isFinger: boolean;
  /** Time of the next event, in seconds since the epoch. */
  private clockSec = 0;
  private at: Point = { x: 0, y: 0 };

  constructor(session: CDPSession, isFinger: boolean) {
    this.session = session;
    this.isFinger = isFinger;
  }

  /** Takes the hand's clock to the present, where it is not ahead. */
  private wake(): void {
    this.clockSec = Math.max(this.clockSec, Date.now() / 1000);
  }

  private send(kind: Kind, { x, y }: Point): Promise<unknown> {
    this.at = { x, y };
    const timestamp = this.clockSec;
    if (!this.isFinger) {
      const types = {
        press: 'mousePressed',
        move: 'mouseMoved',
        release: 'mouseReleased',
      } as const;
      const buttons = kind === 'release' ? 0 : 1;
      // A move that does not name its button takes the capture away from the page.
      return this.session.send('Input.dispatchMouseEvent', {
        ...{ type: types[kind], x, y, button: 'left', buttons, timestamp, clickCount: 1 },
      });
    }
    const types = { press: 'touchStart', move: 'touchMove', release: 'touchEnd' } as const;
    const touchPoints = kind === 'release' ? [] : [{ x, y, id: 1 }];
    return this.session.send('Input.dispatchTouchEvent', {
      ...{ type: types[kind], touchPoints, timestamp },
    });
  }

  async press(at: Point): Promise<void> {
    this.wake();
    await this.send('press', at);
  }

  async move(to: Point): Promise<void> {
    this.wake();
    await this.send('move', to);
  }

  async release(): Promise<void> {
    this.wake();
    await this.send('release', this.at);
  }

  /** Taps so often, a tenth of a second apart. */
  async tap(at: Point, times = 1): Promise<void> {
    this.wake();
    // Sent at once, so that a busy machine does not make a long press of it.
    const sent: Promise<unknown>[] = [];
    for (let i = 0; i < times; i++) {
      sent.push(this.send('press', at));
      this.clockSec += TAP_MS / 1000;
      sent.push(this.send('release', at));
      this.clockSec += TAP_MS / 1000;
    }
    await Promise.all(sent);
  }

  /** Presses at the first point, goes through the others in `ms`, and lets go at the last. */
  async drag(path: readonly Point[], ms: number): Promise<void> {
    await Promise.all([...this.go(path, ms), this.send('release', this.at)]);
  }

  /** The same, but comes to rest before it lets go, so that a page keeps no momentum. */
  async dragToRest(path: readonly Point[], ms: number): Promise<void> {
    const sent = this.go(path, ms);
    for (let i = 0; i < 3; i++) {
      this.clockSec += 0.1;
      sent.push(this.send('move', { x: this.at.x, y: this.at.y + (i % 2) }));
    }
    await Promise.all([...sent, this.send('release', this.at)]);
  }

  /** The same, and holds the last point. */
  async dragAndHold(path: readonly Point[], ms: number): Promise<void> {
    await Promise.all(this.go(path, ms));
  }

  private go(path: readonly Point[], ms: number): Promise<unknown>[] {
    this.wake();
    const [first, ...rest] = path as [Point, ...Point[]];
    const perPart = Math.max(2, Math.round(MOVES / rest.length));
    const sent = [this.send('press', first)];
    let from = first;
    for (const to of rest) {
      for (let i = 1; i <= perPart; i++) {
        const part = i / perPart;
        this.clockSec += ms / 1000 / (perPart * rest.length);
        const x = from.x + (to.x - from.x) * part;
        sent.push(this.send('move', { x, y: from.y + (to.y - from.y) * part }));
      }
      from = to;
    }
    return sent;
  }
}

/** The hand that a page is made for: a finger where the screen is touched, else a mouse. */
export async function handOf(page: Page): Promise<Hand> {
  const isFinger = await page.evaluate(() => navigator.maxTouchPoints > 0);
  return new Hand(await page.context().newCDPSession(page), isFinger);
}
