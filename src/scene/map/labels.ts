/** Words of a map as small pictures, painted once each and kept in a bounded number. */
import { TOKENS } from '../../drawing/tokens.ts';

/** How words look. `tick` and `lane` lie on ground of their own, so that no line goes through them. */
export type LabelKind = 'tick' | 'lane' | 'title' | 'maker';

const LOOKS: Readonly<Record<LabelKind, { font: string; ink: string; ground: boolean }>> = {
  tick: { font: '400 13px', ink: TOKENS.muted, ground: true },
  lane: { font: '500 13px', ink: TOKENS.muted, ground: true },
  title: { font: '500 15px', ink: TOKENS.paper, ground: true },
  maker: { font: '400 13px', ink: TOKENS.muted, ground: true },
};
const FAMILY = '"Special Gothic", "Special Gothic Metrics", sans-serif';
/** Height of a label and room at its sides, in CSS pixels. */
export const LABEL_PX = 20;
const PAD_PX = 4;
/** The longest label; longer words end with three dots. */
const MOST_PX = 160;
/** Labels that are kept. */
const MOST = 160;

/** A picture of words. */
export interface Label {
  readonly canvas: HTMLCanvasElement;
  readonly widthPx: number;
  key: string;
  usedIn: number;
  version: number;
}

/** Words that fit into a width, with three dots where some are left out. */
function shortened(context: CanvasRenderingContext2D, text: string): string {
  if (context.measureText(text).width <= MOST_PX) return text;
  let length = text.length;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > MOST_PX)
    length -= 1;
  return `${text.slice(0, length)}…`;
}

/** The labels of the map on show. */
export class Labels {
  private readonly all = new Map<string, Label>();
  private frame = 0;
  private dpr = 1;

  /** A frame begins. @param dpr device pixels per CSS pixel */
  begin(dpr: number): void {
    this.frame += 1;
    if (dpr !== this.dpr) this.all.clear();
    this.dpr = dpr;
  }

  /** Everything is painted again: the type has come. */
  clear(): void {
    this.all.clear();
  }

  get(text: string, kind: LabelKind): Label {
    const key = `${kind}/${text}`;
    const known = this.all.get(key);
    if (known) {
      known.usedIn = this.frame;
      return known;
    }
    const { font, ink, ground } = LOOKS[kind];
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.font = `${font} ${FAMILY}`;
    const words = shortened(context, text);
    const widthPx = Math.ceil(context.measureText(words).width) + 2 * PAD_PX;
    canvas.width = Math.ceil(widthPx * this.dpr);
    canvas.height = Math.ceil(LABEL_PX * this.dpr);
    context.scale(this.dpr, this.dpr);
    if (ground) {
      context.fillStyle = TOKENS.ground;
      context.fillRect(0, 0, widthPx, LABEL_PX);
    }
    context.font = `${font} ${FAMILY}`;
    context.textBaseline = 'middle';
    context.fillStyle = ink;
    context.fillText(words, PAD_PX, LABEL_PX / 2 + 1);
    const label = { canvas, widthPx, key, usedIn: this.frame, version: 0 };
    this.all.set(key, label);
    if (this.all.size > MOST) this.dropOldest();
    return label;
  }

  private dropOldest(): void {
    let oldest: Label | null = null;
    for (const one of this.all.values()) if (!oldest || one.usedIn < oldest.usedIn) oldest = one;
    if (oldest) this.all.delete(oldest.key);
  }
}
