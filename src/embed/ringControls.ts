/** Buttons for the rings, for keyboards and screen readers: two for each ring, one ring in the order of Tab. */
import { playingSlot } from '../data/rules/draft/draft.ts';
import { element } from './dom.ts';
import { type Mix, ringSlots } from './mix.ts';
import { ringName } from './words.ts';

export interface RingHands {
  mute(slot: number): void;
  solo(slot: number): void;
  /** A ring has the focus; −1 when none has. */
  focus(slot: number): void;
}

interface Pair {
  readonly slot: number;
  readonly mute: HTMLButtonElement;
  readonly solo: HTMLButtonElement;
}

export class RingControls {
  readonly element = element('div', 'hidden');
  private pairs: Pair[] = [];
  private readonly hands: RingHands;

  constructor(hands: RingHands) {
    this.hands = hands;
    this.element.setAttribute('role', 'group');
    this.element.setAttribute('aria-label', 'Rings, from the inside out');
    this.element.addEventListener('keydown', (event) => this.pressed(event));
    this.element.addEventListener('focusin', (event) => this.focused(event.target));
    this.element.addEventListener('focusout', () => hands.focus(-1));
  }

  /** Shows the state of a mix. */
  show(mix: Mix): void {
    if (this.pairs.length === 0) this.make(mix);
    for (const { slot, mute, solo } of this.pairs) {
      const isOn = playingSlot(mix.rifff, slot)?.on ?? false;
      mute.setAttribute('aria-pressed', String(!isOn));
      solo.setAttribute('aria-pressed', String(mix.solo === slot));
    }
  }

  private make({ rifff }: Mix): void {
    this.pairs = ringSlots(rifff).map((slot) => {
      const name = ringName(rifff, slot);
      const mute = this.button(`Mute ${name}`, () => this.hands.mute(slot));
      const solo = this.button(`Solo ${name}`, () => this.hands.solo(slot));
      this.element.append(mute, solo);
      return { slot, mute, solo };
    });
    this.order(0);
  }

  private button(label: string, press: () => void): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', press);
    return button;
  }

  /** Puts one ring into the order of Tab. */
  private order(at: number): void {
    this.pairs.forEach(({ mute, solo }, index) => {
      mute.tabIndex = index === at ? 0 : -1;
      solo.tabIndex = mute.tabIndex;
    });
  }

  private indexOf(target: EventTarget | null): number {
    return this.pairs.findIndex(({ mute, solo }) => target === mute || target === solo);
  }

  private focused(target: EventTarget | null): void {
    const at = this.indexOf(target);
    if (at < 0) return;
    this.order(at);
    this.hands.focus(this.pairs[at]!.slot);
  }

  /** Arrows go from ring to ring; M and S are the hands of the ring that has the focus. */
  private pressed(event: KeyboardEvent): void {
    const at = this.indexOf(event.target);
    const pair = this.pairs[at];
    if (!pair || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.pairs.length - 1;
    const steps: Record<string, number> = {
      ArrowUp: Math.min(last, at + 1),
      ArrowRight: Math.min(last, at + 1),
      ArrowDown: Math.max(0, at - 1),
      ArrowLeft: Math.max(0, at - 1),
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next !== undefined) {
      const { mute, solo } = this.pairs[next]!;
      (event.target === pair.solo ? solo : mute).focus();
    } else if (event.code === 'KeyM') this.hands.mute(pair.slot);
    else if (event.code === 'KeyS') this.hands.solo(pair.slot);
    else return;
    event.preventDefault();
  }
}
