/** Pointers for the tests of the ring controls: they press what lies under them, as a real one would. */
import { PLACE_PX } from './ringsHarness.tsx';

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Middle of the rifff under test, in CSS pixels of the viewport. */
function middle(): { x: number; y: number } {
  const box = document.querySelector('[role="group"]')!.parentElement!.getBoundingClientRect();
  return { x: box.left + PLACE_PX / 2, y: box.top + PLACE_PX / 2 };
}

/** One mouse or finger. Points are pixels from the middle of the rifff. */
export class Hand {
  private readonly pointerType: 'mouse' | 'touch';
  private readonly pointerId: number;
  private held: Element | null = null;

  constructor(pointerType: 'mouse' | 'touch', pointerId = 1) {
    this.pointerType = pointerType;
    this.pointerId = pointerId;
  }

  private init(x: number, y: number): PointerEventInit & { clientX: number; clientY: number } {
    const centre = middle();
    return {
      pointerId: this.pointerId,
      pointerType: this.pointerType,
      isPrimary: this.pointerId === 1,
      bubbles: true,
      cancelable: true,
      clientX: centre.x + x,
      clientY: centre.y + y,
    };
  }

  /** What a pointer at this point would hit. */
  under(x: number, y: number): Element {
    const { clientX, clientY } = this.init(x, y);
    return document.elementFromPoint(clientX, clientY) ?? document.body;
  }

  private send(type: string, x: number, y: number, change: PointerEventInit = {}): boolean {
    const target = this.held ?? this.under(x, y);
    const isDown = type === 'pointerdown' || (type === 'pointermove' && this.held !== null);
    const buttons = isDown ? 1 : 0;
    return target.dispatchEvent(new PointerEvent(type, { ...this.init(x, y), buttons, ...change }));
  }

  down(x: number, y: number): this {
    const target = this.under(x, y);
    this.send('pointerdown', x, y);
    this.held = target;
    return this;
  }

  move(x: number, y: number): this {
    this.send('pointermove', x, y);
    return this;
  }

  up(x: number, y: number): this {
    this.send('pointerup', x, y);
    this.held = null;
    return this;
  }

  /** A release that is made now. @returns what lets it reach the page, as after a stall */
  upLater(x: number, y: number): () => void {
    const event = new PointerEvent('pointerup', this.init(x, y));
    const target = this.held ?? document.body;
    return () => void target.dispatchEvent(event);
  }

  cancel(): this {
    this.send('pointercancel', 0, 0);
    this.held = null;
    return this;
  }

  tap(x: number, y: number): this {
    return this.down(x, y).up(x, y);
  }

  /** Presses, goes straight to the end in a few moves, and lets go. */
  drag(from: [number, number], to: [number, number], moves = 6): this {
    this.down(...from);
    for (let i = 1; i <= moves; i++) {
      const part = i / moves;
      this.move(from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part);
    }
    return this.up(...to);
  }

  /** Goes round from one angle to another, in degrees clockwise from the right, in `ms`. */
  async round(radius: number, from: number, to: number, ms: number): Promise<this> {
    const at = (degrees: number): [number, number] => [
      radius * Math.cos((degrees * Math.PI) / 180),
      radius * Math.sin((degrees * Math.PI) / 180),
    ];
    this.down(...at(from));
    const moves = 10;
    for (let i = 1; i <= moves; i++) {
      await wait(ms / moves);
      this.move(...at(from + ((to - from) * i) / moves));
    }
    return this.up(...at(to));
  }

  /** Asks for the menu as this pointer does. @returns whether the system's own menu would come */
  menu(x: number, y: number): boolean {
    return this.send('contextmenu', x, y, { button: 2 });
  }

  /** Turns the wheel by so many pixels. @returns whether the page would scroll */
  wheel(x: number, y: number, deltaY: number, shiftKey: boolean): boolean {
    const init = { ...this.init(x, y), deltaY, shiftKey };
    return this.under(x, y).dispatchEvent(new WheelEvent('wheel', init));
  }
}
