/** The page of a playlist's embed: the rings of what plays, what it is, and ways to the one before and after. */
import type { PlaylistItem } from '../../data/contract/playlists.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { PlaylistEmbedData } from '../../data/contract/sharing.ts';
import { createDraft } from '../../data/rules/draft/draft.ts';
import { entryOfItem } from '../../data/rules/playlist/entry.ts';
import { FramePacer } from '../../data/rules/time/framePacer.ts';
import { element, icon, outsideLink } from '../dom.ts';
import { Picture } from '../picture.ts';
import { PAUSE, PLAY } from '../player.ts';
import css from './list.css?inline';
import { ListSound } from './listSound.ts';

const BACK = 'M5 4h3v16H5zM20 4v16L9 12z';
const FORWARD = 'M16 4h3v16h-3zM4 4l11 8L4 20z';
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

const titleOf = ({ title, type }: PlaylistItem) =>
  title || (type === 'track' ? 'A track' : 'A rifff');

/** What is drawn while a track plays: a disc without rings. */
const NO_RIFFF: Rifff = createDraft('');

export class ListPlayer {
  private readonly items: readonly PlaylistItem[];
  private readonly title: string;
  private readonly itemCount: number;
  private readonly sound: ListSound;
  private readonly picture: Picture;
  private readonly pacer = new FramePacer();
  private readonly box = element('div', 'box');
  private readonly disc = element('button', 'disc');
  private readonly back = element('button', 'step');
  private readonly forward = element('button', 'step');
  private readonly now = element('p', 'now');
  private readonly bar = element('div', 'bar');
  private shownIndex = -1;
  private hasPlayed = false;
  private isAsked = false;
  private isInView = false;

  constructor(root: HTMLElement, data: PlaylistEmbedData) {
    const made = data.items.flatMap((item) => {
      const entry = entryOfItem(item);
      return entry ? [{ item, entry }] : [];
    });
    this.items = made.map(({ item }) => item);
    this.title = data.title;
    this.itemCount = data.itemCount;
    const entries = made.map(({ entry }) => entry);
    this.sound = new ListSound(entries, () => this.heard());
    const rifff = this.rifffAt(0);
    const shown = { rifff, solo: -1, focused: -1, failed: [], hasPlayed: false };
    this.picture = new Picture(this.box, shown, () => this.ask());
    this.build(root, data);
    this.listen();
    this.heard();
  }

  private rifffAt(index: number): Rifff {
    const item = this.items[index];
    return (item?.type === 'audio' && item.data) || NO_RIFFF;
  }

  private build(root: HTMLElement, { by, pageUrl }: PlaylistEmbedData): void {
    const sheet = document.createElement('style');
    sheet.textContent = css;
    document.head.append(sheet);
    const main = element('main', 'embed list');
    const words = element('div', 'words');
    const heading = element('h1', 'title');
    heading.dir = 'auto';
    heading.append(outsideLink(pageUrl, this.title));
    const names = element('p', 'makers');
    names.dir = 'auto';
    names.textContent = by ? `Playlist by ${by}` : 'Playlist';
    words.append(heading, names);
    const stage = element('div', 'stage');
    const place = element('div', 'place');
    for (const button of [this.disc, this.back, this.forward]) button.type = 'button';
    this.back.append(icon(BACK));
    this.forward.append(icon(FORWARD));
    this.back.setAttribute('aria-label', 'Previous');
    this.forward.setAttribute('aria-label', 'Next');
    place.append(this.box, this.disc);
    stage.append(place);
    const foot = element('div', 'foot');
    this.now.setAttribute('role', 'status');
    this.now.dir = 'auto';
    const track = element('div', 'track');
    track.append(this.bar);
    foot.append(this.back, this.now, this.forward, track);
    const wordmark = outsideLink(pageUrl, 'Rondo');
    wordmark.className = 'wordmark';
    wordmark.setAttribute('aria-label', `Rondo: the page of ${this.title}`);
    main.append(words, stage, foot, wordmark);
    root.append(main);
  }

  private listen(): void {
    this.disc.addEventListener('click', () => this.sound.toggle());
    this.disc.addEventListener('pointerenter', () => this.sound.prepare(), { once: true });
    this.box.addEventListener('click', () => this.sound.toggle());
    this.back.addEventListener('click', () => this.step(-1));
    this.forward.addEventListener('click', () => this.step(1));
    document.addEventListener('keydown', (event) => this.pressed(event));
    new ResizeObserver(() => this.resized()).observe(this.box);
    new IntersectionObserver(([entry]) => {
      this.isInView = entry?.isIntersecting ?? true;
      this.ask();
    }).observe(this.box);
    reducedMotion.addEventListener('change', () => this.ask());
  }

  private step(by: -1 | 1): void {
    const index = this.sound.index + by;
    if (index >= 0 && index < this.items.length) void this.sound.play(index);
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnControl = event.target instanceof Element && event.target.closest('button, a');
    if (event.code === 'KeyK' || (event.code === 'Space' && !isOnControl)) this.sound.toggle();
    else if (event.code === 'ArrowLeft') this.step(-1);
    else if (event.code === 'ArrowRight') this.step(1);
    else return;
    event.preventDefault();
  }

  private resized(): void {
    const sizePx = this.box.clientWidth;
    if (sizePx <= 0 || sizePx === this.picture.sizePx) return;
    this.picture.resize(sizePx);
    this.fitDisc();
  }

  private fitDisc(): void {
    const { hole, gap } = this.picture.layout;
    const sizePx = Math.floor(2 * (hole - gap));
    // A disc without rings is all hole.
    const mostPx = Math.round(0.3 * this.picture.sizePx);
    this.disc.style.setProperty('--disc', `${Math.min(mostPx, Math.max(44, sizePx))}px`);
  }

  /** The sound has something new to show. */
  private heard(): void {
    const { state, index } = this.sound;
    const count = this.items.length;
    if (state === 'playing') this.hasPlayed = true;
    document.documentElement.dataset.sound = state;
    const isWaiting = state === 'loading';
    const verb = isWaiting ? 'Loading' : state === 'playing' ? 'Pause' : 'Play';
    this.disc.setAttribute('aria-label', `${verb} ${this.title}`);
    this.disc.setAttribute('aria-busy', String(isWaiting));
    this.disc.disabled = count === 0;
    if (isWaiting) this.disc.textContent = '…';
    else this.disc.replaceChildren(icon(state === 'playing' ? PAUSE : PLAY));
    this.back.disabled = index <= 0;
    this.forward.disabled = index >= count - 1;
    this.now.textContent = this.nowText();
    if (this.shownIndex !== index || this.hasPlayed) {
      this.shownIndex = index;
      this.picture.show({ rifff: this.rifffAt(index), hasPlayed: this.hasPlayed });
      this.fitDisc();
    }
    this.ask();
  }

  private nowText(): string {
    const { state, index } = this.sound;
    const item = this.items[index];
    if (!item) return 'Nothing of this playlist can be heard here.';
    if (state === 'failed') return 'The sound cannot be played here now. Tap to try again.';
    const by = item.displayName ? ` – ${item.displayName}` : '';
    const rest = this.itemCount > this.items.length ? `, ${this.itemCount} in all` : '';
    return `${index + 1} of ${this.items.length}${rest}: ${titleOf(item)}${by}`;
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
    const { telemetry, share, state } = this.sound;
    telemetry.sample();
    this.bar.style.transform = `scaleX(${share.toFixed(4)})`;
    const isMoving = this.picture.frame(telemetry, performance.now(), reducedMotion.matches);
    if (isMoving || state === 'playing') this.ask();
  }
}
