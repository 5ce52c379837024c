/** The page of a playlist's embed: the rings of what plays, what it is, and ways to the one before and after. */
import type { PlaylistItem } from '../../data/contract/playlists.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { PlaylistEmbedData } from '../../data/contract/sharing.ts';
import { createDraft } from '../../data/rules/draft/draft.ts';
import { entryOfItem } from '../../data/rules/playlist/entry.ts';
import { element, icon } from '../dom.ts';
import { embedPage, Stage } from '../stage.ts';
import css from './list.css?inline';
import { ListSound } from './listSound.ts';

const BACK = 'M5 4h3v16H5zM20 4v16L9 12z';
const FORWARD = 'M16 4h3v16h-3zM4 4l11 8L4 20z';

const titleOf = ({ title, type }: PlaylistItem) =>
  title || (type === 'track' ? 'A track' : 'A rifff');

/** What is drawn while a track plays: a disc without rings. */
const NO_RIFFF: Rifff = createDraft('');

export class ListPlayer {
  private readonly items: readonly PlaylistItem[];
  private readonly itemCount: number;
  private readonly sound: ListSound;
  private readonly stage: Stage;
  private readonly back = element('button', 'step');
  private readonly forward = element('button', 'step');
  private readonly now = element('p', 'now');
  private readonly bar = element('div', 'bar');
  private shownIndex = -1;
  private hasPlayed = false;

  constructor(root: HTMLElement, data: PlaylistEmbedData) {
    const made = data.items.flatMap((item) => {
      const entry = entryOfItem(item);
      return entry ? [{ item, entry }] : [];
    });
    this.items = made.map(({ item }) => item);
    this.itemCount = data.itemCount;
    const entries = made.map(({ entry }) => entry);
    this.sound = new ListSound(entries, () => this.heard());
    this.stage = new Stage({
      title: data.title,
      rifff: this.rifffAt(0),
      sound: this.sound,
      onKey: ({ code }) => this.pressed(code),
      discPx: ({ layout: { hole, gap }, sizePx }) => {
        // A disc without rings is all hole.
        const mostPx = Math.round(0.3 * sizePx);
        return Math.min(mostPx, Math.max(44, Math.floor(2 * (hole - gap))));
      },
      onFrame: () => {
        this.bar.style.transform = `scaleX(${this.sound.share.toFixed(4)})`;
        return this.sound.state === 'playing';
      },
    });
    this.build(root, data);
    this.stage.box.addEventListener('click', () => this.sound.toggle());
    this.back.addEventListener('click', () => this.step(-1));
    this.forward.addEventListener('click', () => this.step(1));
    if (this.items.length === 0) this.stage.disable();
    this.heard();
  }

  private rifffAt(index: number): Rifff {
    const item = this.items[index];
    return (item?.type === 'audio' && item.data) || NO_RIFFF;
  }

  private build(root: HTMLElement, { by, title, pageUrl }: PlaylistEmbedData): void {
    const sheet = document.createElement('style');
    sheet.textContent = css;
    document.head.append(sheet);
    for (const button of [this.back, this.forward]) button.type = 'button';
    this.back.append(icon(BACK));
    this.forward.append(icon(FORWARD));
    this.back.setAttribute('aria-label', 'Previous');
    this.forward.setAttribute('aria-label', 'Next');
    const foot = element('div', 'foot');
    this.now.setAttribute('role', 'status');
    this.now.dir = 'auto';
    const track = element('div', 'track');
    track.append(this.bar);
    foot.append(this.back, this.now, this.forward, track);
    const makers = [by ? `Playlist by ${by}` : 'Playlist'];
    const parts = [this.stage.element, foot];
    root.append(embedPage('embed list', { title, pageUrl, makers, parts }));
  }

  private step(by: -1 | 1): void {
    const index = this.sound.index + by;
    if (index >= 0 && index < this.items.length) void this.sound.play(index);
  }

  private pressed(code: string): boolean {
    if (code === 'ArrowLeft') this.step(-1);
    else if (code === 'ArrowRight') this.step(1);
    else return false;
    return true;
  }

  /** The sound has something new to show. */
  private heard(): void {
    const { state, index } = this.sound;
    const count = this.items.length;
    if (state === 'playing') this.hasPlayed = true;
    this.stage.heard();
    this.back.disabled = index <= 0;
    this.forward.disabled = index >= count - 1;
    this.now.textContent = this.nowText();
    if (this.shownIndex !== index || this.hasPlayed) {
      this.shownIndex = index;
      this.stage.picture.show({ rifff: this.rifffAt(index), hasPlayed: this.hasPlayed });
      this.stage.fitDisc();
    }
    this.stage.ask();
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
}
