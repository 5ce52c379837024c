/** The page of an embed: the rifff, a button in its hole, its words, and controls for hands without a pointer. */
import type { LookDocument } from '../data/contract/looks.ts';
import type { EmbedData } from '../data/contract/sharing.ts';
import { pickRing } from '../drawing/layout.ts';
import { element, outsideLink } from './dom.ts';
import { type LastTap, type Mix, mute, ringSlots, solo, tap } from './mix.ts';
import { RingControls } from './ringControls.ts';
import { EmbedSound } from './sound.ts';
import { embedPage, Stage } from './stage.ts';
import { namesText, ringState, soundText } from './words.ts';

/** How long the word about a touched ring stays. */
const WORD_MS = 2500;

export class Player {
  private mix: Mix;
  private last: LastTap | null = null;
  /** 0 while no word about a ring stands. */
  private wordTimer = 0;
  private readonly word = element('p', 'word');
  private readonly sound: EmbedSound;
  private readonly stage: Stage;
  private readonly controls: RingControls;

  constructor(root: HTMLElement, { title, rifff, makers, pageUrl, licence, look }: EmbedData) {
    this.mix = { rifff, solo: -1 };
    this.sound = new EmbedSound(rifff, () => this.heard());
    this.stage = new Stage({
      title,
      rifff,
      sound: this.sound,
      onKey: (event) => this.pressed(event),
      discPx: ({ layout: { hole, gap } }) => Math.floor(2 * (hole - gap)),
    });
    this.controls = new RingControls({
      mute: (slot) => this.change(mute(this.mix, slot), slot),
      solo: (slot) => this.change(solo(this.mix, slot), slot),
      focus: (slot) => this.focus(slot),
    });
    this.word.setAttribute('role', 'status');
    const { text, url } = licence;
    const page = embedPage('embed', {
      title,
      pageUrl,
      makers: [`${namesText(makers)} · `, url === null ? text : outsideLink(url, text)],
      words: [this.word],
      parts: [this.stage.element, this.controls.element],
    });
    root.append(page);
    this.stage.box.addEventListener('click', (event) => this.tapped(event));
    this.controls.show(this.mix);
    this.heard();
    if (look) void this.wear(look);
  }

  /** Draws by a look, once what draws it is there; where it cannot come, or be read, as the house draws. */
  private async wear(look: LookDocument): Promise<void> {
    try {
      const { Worn } = await import('./worn.ts');
      this.stage.wear(new Worn(look));
    } catch (cause) {
      console.warn('The look could not be drawn', cause);
    }
  }

  /** The first tap plays, wherever it lands; after that taps on rings mix. */
  private tapped(event: MouseEvent): void {
    const rect = this.stage.box.getBoundingClientRect();
    const x = event.clientX - rect.left - rect.width / 2;
    const y = event.clientY - rect.top - rect.height / 2;
    const slot = pickRing(this.stage.picture.layout, x, y);
    if (slot < 0) return;
    if (this.sound.state === 'idle' || this.sound.state === 'failed') {
      this.sound.toggle();
      return;
    }
    const atMs = event.timeStamp;
    this.change(tap(this.mix, slot, atMs, this.last), slot);
    this.last = { slot, atMs };
  }

  /** A digit mutes a ring, with Shift it plays alone. */
  private pressed({ code, shiftKey }: KeyboardEvent): boolean {
    const digit = /^Digit([1-8])$/.exec(code)?.[1];
    const slot = digit === undefined ? undefined : ringSlots(this.mix.rifff)[Number(digit) - 1];
    if (slot === undefined) return false;
    this.change(shiftKey ? solo(this.mix, slot) : mute(this.mix, slot), slot);
    return true;
  }

  private change(mix: Mix, slot: number): void {
    this.mix = mix;
    this.sound.mix(mix.rifff, mix.solo);
    this.stage.picture.show({ rifff: mix.rifff, solo: mix.solo });
    this.controls.show(mix);
    this.say(ringState(mix, slot));
  }

  private focus(slot: number): void {
    this.stage.picture.show({ focused: slot });
    if (slot >= 0) this.say(ringState(this.mix, slot));
  }

  private say(text: string): void {
    this.word.textContent = text;
    clearTimeout(this.wordTimer);
    this.wordTimer = window.setTimeout(() => {
      this.wordTimer = 0;
      this.sayState();
    }, WORD_MS);
  }

  private sayState(): void {
    const { state, failedSlots } = this.sound;
    this.word.textContent = soundText(state, failedSlots.length, ringSlots(this.mix.rifff).length);
  }

  /** The sound has something new to show. */
  private heard(): void {
    const { state, loaded, total, failedSlots } = this.sound;
    this.stage.heard(total > 0 ? `${loaded}/${total}` : undefined);
    // A word about a ring has its time, however many loops come meanwhile.
    if (this.wordTimer === 0) this.sayState();
    const isDone = state !== 'loading' && state !== 'idle';
    this.stage.picture.show({
      failed: isDone && !(loaded < total) ? failedSlots : [],
      ...(state === 'playing' && { hasPlayed: true }),
    });
    this.stage.ask();
  }
}
