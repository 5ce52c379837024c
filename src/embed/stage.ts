/** What every embed has: its picture with a button in the hole, the keys of its sound, and a page around them. */
import type { Telemetry } from '../audio/engine/telemetry.ts';
import type { Rifff } from '../data/contract/rifff.ts';
import { FramePacer } from '../data/rules/time/framePacer.ts';
import { element, icon, outsideLink } from './dom.ts';
import { Picture } from './picture.ts';
import type { SoundState } from './sound.ts';
import type { Worn } from './worn.ts';

const PLAY = 'M6 3.5 21 12 6 20.5z';
const PAUSE = 'M5 4h5v16H5zM14 4h5v16h-5z';
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** What a stage is the picture of. */
interface Shown {
  readonly title: string;
  readonly rifff: Rifff;
  readonly sound: {
    readonly state: SoundState;
    readonly telemetry: Telemetry;
    toggle(): void;
    prepare(): void;
  };
  /** Does what a key means besides playing and pausing. @returns whether it means anything */
  onKey(event: KeyboardEvent): boolean;
  /** Width of the button in CSS pixels. */
  discPx(picture: Picture): number;
  /** A frame is drawn. @returns whether another has to follow, however still the picture is */
  onFrame?(): boolean;
}

/** The picture, drawn as long as it moves and can be seen, and the button that plays and pauses. */
export class Stage {
  readonly element = element('div', 'stage');
  readonly box = element('div', 'box');
  readonly picture: Picture;
  private readonly disc = element('button', 'disc');
  private readonly pacer = new FramePacer();
  private readonly shown: Shown;
  private isAsked = false;
  private isInView = false;
  /** Where the button stands beside the middle, as CSS. */
  private discPlace = '0px 0px';

  constructor(shown: Shown) {
    this.shown = shown;
    const { rifff, sound } = shown;
    const first = { rifff, solo: -1, focused: -1, failed: [], hasPlayed: false };
    this.picture = new Picture(this.box, first, () => this.ask());
    this.disc.type = 'button';
    const place = element('div', 'place');
    place.append(this.box, this.disc);
    this.element.append(place);
    this.disc.addEventListener('click', () => sound.toggle());
    this.disc.addEventListener('pointerenter', () => sound.prepare(), { once: true });
    document.addEventListener('keydown', (event) => this.pressed(event));
    new ResizeObserver(() => this.resized()).observe(this.box);
    new IntersectionObserver(([entry]) => {
      this.isInView = entry?.isIntersecting ?? true;
      this.ask();
    }).observe(this.box);
    reducedMotion.addEventListener('change', () => this.ask());
  }

  /** Asks for a frame, once; out of view there is none. */
  ask(): void {
    if (this.isAsked || !this.isInView) return;
    this.isAsked = true;
    requestAnimationFrame((atMs) => this.frame(atMs));
  }

  /** The sound is in another state. @param waiting what the button says while it loads */
  heard(waiting = '…'): void {
    const { title, sound } = this.shown;
    const { state } = sound;
    const isWaiting = state === 'loading';
    const verb = isWaiting ? 'Loading' : state === 'playing' ? 'Pause' : 'Play';
    document.documentElement.dataset.sound = state;
    this.disc.setAttribute('aria-label', `${verb} ${title}`);
    this.disc.setAttribute('aria-busy', String(isWaiting));
    if (isWaiting) this.disc.textContent = waiting;
    else this.disc.replaceChildren(icon(state === 'playing' ? PAUSE : PLAY));
  }

  /** Nothing can be played. */
  disable(): void {
    this.disc.disabled = true;
  }

  /** Draws by a look from now on. */
  wear(worn: Worn): void {
    this.picture.wear(worn);
    this.fitDisc();
  }

  /** Gives the button its width. */
  fitDisc(): void {
    this.disc.style.setProperty('--disc', `${this.shown.discPx(this.picture)}px`);
  }

  /** Puts the button into the hole, to half a pixel. */
  private placeDisc(): void {
    const { hole } = this.picture;
    const place = `${Math.round(2 * hole[0]!) / 2}px ${Math.round(2 * hole[1]!) / 2}px`;
    if (place === this.discPlace) return;
    this.discPlace = place;
    this.disc.style.translate = place;
  }

  private resized(): void {
    const sizePx = this.box.clientWidth;
    if (sizePx <= 0 || sizePx === this.picture.sizePx) return;
    this.picture.resize(sizePx);
    this.fitDisc();
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnControl = event.target instanceof Element && event.target.closest('button, a');
    if (event.code === 'KeyK' || (event.code === 'Space' && !isOnControl)) {
      this.shown.sound.toggle();
    } else if (!this.shown.onKey(event)) return;
    event.preventDefault();
  }

  private frame(atMs: number): void {
    this.isAsked = false;
    if (!this.pacer.isDue(atMs)) {
      this.ask();
      return;
    }
    const { telemetry } = this.shown.sound;
    telemetry.sample();
    const goesOn = this.shown.onFrame?.() ?? false;
    const isMoving = this.picture.frame(telemetry, performance.now(), reducedMotion.matches);
    this.placeDisc();
    if (isMoving || goesOn) this.ask();
  }
}

interface PageParts {
  readonly title: string;
  readonly pageUrl: string;
  /** Who made it. */
  readonly makers: readonly (Node | string)[];
  /** Below those. */
  readonly words?: readonly Node[];
  /** The stage and what stands below it. */
  readonly parts: readonly Node[];
}

/** The page of an embed. @param className its classes */
export function embedPage(className: string, page: PageParts): HTMLElement {
  const { title, pageUrl, makers, words = [], parts } = page;
  const main = element('main', className);
  const head = element('div', 'words');
  // All words run as the title does: a name of another script stays under it.
  head.dir = 'auto';
  const heading = element('h1', 'title');
  heading.append(outsideLink(pageUrl, title));
  const names = element('p', 'makers');
  names.append(...makers);
  head.append(heading, names, ...words);
  const wordmark = outsideLink(pageUrl, 'Rondo');
  wordmark.className = 'wordmark';
  wordmark.setAttribute('aria-label', `Rondo: the page of ${title}`);
  main.append(head, ...parts, wordmark);
  return main;
}
