/** The page of an embed: the rifff, a button in its hole, its words, and controls for hands without a pointer. */
import type { EmbedData } from '../data/contract/sharing.ts';
import { FramePacer } from '../data/rules/time/framePacer.ts';
import { pickRing } from '../drawing/layout.ts';
import { element, icon, outsideLink } from './dom.ts';
import { type LastTap, type Mix, mute, ringSlots, solo, tap } from './mix.ts';
import { Picture } from './picture.ts';
import { RingControls } from './ringControls.ts';
import { EmbedSound } from './sound.ts';
import { namesText, ringState, soundText } from './words.ts';

export const PLAY = 'M6 3.5 21 12 6 20.5z';
export const PAUSE = 'M5 4h5v16H5zM14 4h5v16h-5z';
/** How long the word about a touched ring stays. */
const WORD_MS = 2500;
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

export class Player {
  private mix: Mix;
  private last: LastTap | null = null;
  private isAsked = false;
  private isInView = false;
  /** 0 while no word about a ring stands. */
  private wordTimer = 0;
  private readonly pacer = new FramePacer();
  private readonly box = element('div', 'box');
  private readonly disc = element('button', 'disc');
  private readonly word = element('p', 'word');
  private readonly sound: EmbedSound;
  private readonly picture: Picture;
  private readonly controls: RingControls;
  private readonly title: string;

  constructor(root: HTMLElement, data: EmbedData) {
    const { title, rifff } = data;
    this.title = title;
    this.mix = { rifff, solo: -1 };
    this.sound = new EmbedSound(rifff, () => this.heard());
    const shown = { rifff, solo: -1, focused: -1, failed: [], hasPlayed: false };
    this.picture = new Picture(this.box, shown, () => this.ask());
    this.controls = new RingControls({
      mute: (slot) => this.change(mute(this.mix, slot), slot),
      solo: (slot) => this.change(solo(this.mix, slot), slot),
      focus: (slot) => this.focus(slot),
    });
    this.build(root, data);
    this.listen();
    this.controls.show(this.mix);
    this.heard();
  }

  private build(root: HTMLElement, { makers, pageUrl, licence }: EmbedData): void {
    const main = element('main', 'embed');
    const words = element('div', 'words');
    const heading = element('h1', 'title');
    heading.dir = 'auto';
    heading.append(outsideLink(pageUrl, this.title));
    const names = element('p', 'makers');
    names.dir = 'auto';
    const { text, url } = licence;
    names.append(`${namesText(makers)} · `, url === null ? text : outsideLink(url, text));
    this.word.setAttribute('role', 'status');
    words.append(heading, names, this.word);
    const stage = element('div', 'stage');
    const place = element('div', 'place');
    this.disc.type = 'button';
    place.append(this.box, this.disc);
    stage.append(place);
    const wordmark = outsideLink(pageUrl, 'Rondo');
    wordmark.className = 'wordmark';
    wordmark.setAttribute('aria-label', `Rondo: the page of ${this.title}`);
    main.append(words, stage, this.controls.element, wordmark);
    root.append(main);
  }

  private listen(): void {
    this.disc.addEventListener('click', () => this.sound.toggle());
    this.disc.addEventListener('pointerenter', () => this.sound.prepare(), { once: true });
    this.box.addEventListener('click', (event) => this.tapped(event));
    document.addEventListener('keydown', (event) => this.pressed(event));
    new ResizeObserver(() => this.resized()).observe(this.box);
    new IntersectionObserver(([entry]) => {
      this.isInView = entry?.isIntersecting ?? true;
      this.ask();
    }).observe(this.box);
    reducedMotion.addEventListener('change', () => this.ask());
  }

  private resized(): void {
    const sizePx = this.box.clientWidth;
    if (sizePx <= 0 || sizePx === this.picture.sizePx) return;
    this.picture.resize(sizePx);
    const { hole, gap } = this.picture.layout;
    this.disc.style.setProperty('--disc', `${Math.floor(2 * (hole - gap))}px`);
  }

  /** The first tap plays, wherever it lands; after that taps on rings mix. */
  private tapped(event: MouseEvent): void {
    const rect = this.box.getBoundingClientRect();
    const x = event.clientX - rect.left - rect.width / 2;
    const y = event.clientY - rect.top - rect.height / 2;
    const slot = pickRing(this.picture.layout, x, y);
    if (slot < 0) return;
    if (this.sound.state === 'idle' || this.sound.state === 'failed') {
      this.sound.toggle();
      return;
    }
    const atMs = event.timeStamp;
    this.change(tap(this.mix, slot, atMs, this.last), slot);
    this.last = { slot, atMs };
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnControl = event.target instanceof Element && event.target.closest('button, a');
    const digit = /^Digit([1-8])$/.exec(event.code)?.[1];
    if (digit) {
      const slot = ringSlots(this.mix.rifff)[Number(digit) - 1];
      if (slot === undefined) return;
      this.change(event.shiftKey ? solo(this.mix, slot) : mute(this.mix, slot), slot);
    } else if (event.code === 'KeyK' || (event.code === 'Space' && !isOnControl)) {
      this.sound.toggle();
    } else return;
    event.preventDefault();
  }

  private change(mix: Mix, slot: number): void {
    this.mix = mix;
    this.sound.mix(mix.rifff, mix.solo);
    this.picture.show({ rifff: mix.rifff, solo: mix.solo });
    this.controls.show(mix);
    this.say(ringState(mix, slot));
  }

  private focus(slot: number): void {
    this.picture.show({ focused: slot });
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
    const isWaiting = state === 'loading';
    const verb = isWaiting ? 'Loading' : state === 'playing' ? 'Pause' : 'Play';
    this.disc.setAttribute('aria-label', `${verb} ${this.title}`);
    this.disc.setAttribute('aria-busy', String(isWaiting));
    if (isWaiting) this.disc.textContent = total > 0 ? `${loaded}/${total}` : '…';
    else this.disc.replaceChildren(icon(state === 'playing' ? PAUSE : PLAY));
    document.documentElement.dataset.sound = state;
    // A word about a ring has its time, however many loops come meanwhile.
    if (this.wordTimer === 0) this.sayState();
    const isDone = state !== 'loading' && state !== 'idle';
    this.picture.show({
      failed: isDone && !(loaded < total) ? failedSlots : [],
      ...(state === 'playing' && { hasPlayed: true }),
    });
    this.ask();
  }

  /** Asks for a frame, once; out of view there is none. */
  private ask(): void {
    if (this.isAsked || !this.isInView) return;
    this.isAsked = true;
    requestAnimationFrame((atMs) => this.frame(atMs));
  }

  private frame(atMs: number): void {
    this.isAsked = false;
    if (!this.pacer.isDue(atMs)) {
      this.ask();
      return;
    }
    const { telemetry } = this.sound;
    telemetry.sample();
    const isMoving = this.picture.frame(telemetry, performance.now(), reducedMotion.matches);
    if (isMoving) this.ask();
  }
}
