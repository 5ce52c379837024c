/**
 * For the tests of the ring controls: a page with one rifff on it that keeps the document and what was asked, and
 * pointers that press what lies under them, as real ones would.
 */
import { useCallback, useMemo, useState } from 'react';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { deleteLoop } from '../../src/data/rules/draft/draft.ts';
import type { StepKey } from '../../src/data/rules/draft/history.ts';
import { RifffPlace } from '../../src/hud/parts/rings/RifffPlace.tsx';
import { RingControls } from '../../src/hud/parts/rings/RingControls.tsx';
import type { RingActions } from '../../src/hud/parts/rings/ringActions.ts';
import { rifffOf } from './rifffOf.ts';

export const PLACE_PX = 400;
export const PLACE_ID = 'under-test';

export interface Asked {
  rifff: Rifff;
  solo: number;
  /** Undo keys of the edits that changed something, in order. */
  edits: (StepKey | null)[];
  /** Names and arguments of every other action, in order. */
  calls: unknown[][];
  /** Removes a loop as another person in the room would. */
  remove(slot: number): void;
}

export interface RingsPageProps {
  asked: Asked;
  canPitch?: boolean;
  /** Leaves out the actions that a page of listeners has not. */
  isPlain?: boolean;
}

/** What a fresh page has been asked: nothing. */
export function nothingAsked(count = 4): Asked {
  return { rifff: rifffOf(count), solo: -1, edits: [], calls: [], remove() {} };
}

/** The rifff in a square of 400 px, scrolled into a page that is taller than the window. */
export function RingsPage({ asked, canPitch, isPlain }: RingsPageProps) {
  const [rifff, setRifff] = useState(asked.rifff);
  const [solo, setSolo] = useState(asked.solo);
  const edit = useCallback(
    (change: (rifff: Rifff) => Rifff, key: StepKey | null) => {
      const next = change(asked.rifff);
      if (next === asked.rifff) return;
      asked.rifff = next;
      asked.edits.push(key);
      setRifff(next);
    },
    [asked],
  );
  asked.remove = (slot) => edit((one) => deleteLoop(one, slot), null);
  const actions = useMemo<RingActions>(() => {
    const note =
      (name: string) =>
      (...args: unknown[]) =>
        void asked.calls.push([name, ...args]);
    const plain: RingActions = {
      edit,
      gain: note('gain'),
      solo(slot) {
        asked.solo = slot;
        setSolo(slot);
      },
      firstTouch: note('firstTouch'),
    };
    if (isPlain) return plain;
    return {
      ...plain,
      select: note('select'),
      focus: note('focus'),
      open: note('open'),
      swap: note('swap'),
      remove(slot) {
        asked.calls.push(['remove', slot]);
        edit((one) => deleteLoop(one, slot), null);
      },
    };
  }, [asked, edit, isPlain]);
  const view = useMemo(() => ({ rifff, isLive: false, marginPx: 0 }), [rifff]);
  return (
    <main style={{ height: 2000 }}>
      <h1>Rings</h1>
      <div style={{ width: PLACE_PX, marginLeft: 20 }}>
        <RifffPlace id={PLACE_ID} view={view}>
          <RingControls
            placeId={PLACE_ID}
            rifff={rifff}
            solo={solo}
            canPitch={canPitch}
            actions={actions}
          />
        </RifffPlace>
      </div>
      <button type="button" data-bin="" style={{ position: 'absolute', left: 20, top: 640 }}>
        Bin
      </button>
    </main>
  );
}

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

  /** When what it does happened, ms; null for now. A browser stamps events too, however late a busy page hears of them. */
  private timeMs: number | null = null;

  private send(type: string, x: number, y: number, change: PointerEventInit = {}): boolean {
    const target = this.held ?? this.under(x, y);
    const isDown = type === 'pointerdown' || (type === 'pointermove' && this.held !== null);
    const buttons = isDown ? 1 : 0;
    const event = new PointerEvent(type, { ...this.init(x, y), buttons, ...change });
    if (this.timeMs !== null) Object.defineProperty(event, 'timeStamp', { value: this.timeMs });
    return target.dispatchEvent(event);
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
    const beganMs = performance.now();
    this.timeMs = beganMs;
    this.down(...at(from));
    const moves = 10;
    for (let i = 1; i <= moves; i++) {
      await wait(ms / moves);
      this.timeMs = beganMs + (ms * i) / moves;
      this.move(...at(from + ((to - from) * i) / moves));
    }
    this.up(...at(to));
    this.timeMs = null;
    return this;
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
