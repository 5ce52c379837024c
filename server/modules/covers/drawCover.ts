/** Cover pictures as SVG: the rifff as `src/drawing` cuts it, with its title and makers as outlines. */
import { rifffBars } from '../../../src/data/rules/time/timing.ts';
import { rifffGlyph } from '../../../src/drawing/glyph.ts';
import { rifffModel } from '../../../src/drawing/model.ts';
import { TOKENS } from '../../../src/drawing/tokens.ts';
import { fitText, type TextSize } from './fitText.ts';
import { settable, textPath } from './letters.ts';
import { namesText, type PublicShare } from './publicShare.ts';

/** Size of the wide cover, as link previews want it. */
export const COVER_WIDTH_PX = 1200;
export const COVER_HEIGHT_PX = 630;
/** Side of the square cover. */
export const SQUARE_PX = 640;
/** Side of the poster, which turns. */
export const POSTER_PX = 400;

/** Change it when covers of the same share are to look different from before. */
export const COVER_LOOK = 2;

const MARGIN_PX = 56;
const RIFFF_PX = 574;
/** Centre of the rifff: the same ground above, below and to the right of it. */
const RIFFF_X = COVER_WIDTH_PX - (COVER_HEIGHT_PX - RIFFF_PX) / 2 - RIFFF_PX / 2;
const TEXT_PX = RIFFF_X - RIFFF_PX / 2 - MARGIN_PX - 32;

const TITLE = { weight: 700, tracking: -0.035 } as const;
const TITLE_SIZES = [
  { sizePx: 104, leadingPx: 90, maxLines: 3 },
  { sizePx: 80, leadingPx: 72, maxLines: 4 },
  { sizePx: 64, leadingPx: 60, maxLines: 5 },
] as const;
const MAKERS = { weight: 500, tracking: -0.01 } as const;
const MAKER_SIZES = [{ sizePx: 30, leadingPx: 36, maxLines: 2 }] as const;
const WORDMARK = { sizePx: 44, weight: 700, tracking: -0.04 } as const;
/** Height of capitals as a share of the size. */
const CAP_HEIGHT = 0.71;

/** The rifff alone, `sizePx` wide and high, its corner at (x, y). */
function rifffAt(share: PublicShare, sizePx: number, x: number, y: number): string {
  const model = rifffModel(share.rifff, rifffBars(share.rifff));
  // The number that tells glyphs of one page apart would give the same picture another name each time.
  const glyph = rifffGlyph(model, sizePx).replaceAll(/\bg\d+-(\d)/g, 'g-$1');
  return glyph.replace('<svg ', `<svg x="${x}" y="${y}" `);
}

function frame(widthPx: number, heightPx: number, body: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" ` +
    `viewBox="0 0 ${widthPx} ${heightPx}"><rect width="${widthPx}" height="${heightPx}" ` +
    `fill="${TOKENS.ground}"/>${body}</svg>`
  );
}

/** Lines hanging from `top`. @returns their paths and where the next block hangs */
function block(
  text: string,
  top: number,
  look: { sizes: readonly TextSize[]; type: typeof TITLE | typeof MAKERS; fill: string },
): { paths: string; next: number } {
  const { size, lines } = fitText(text, TEXT_PX, look.sizes, look.type);
  const style = { ...look.type, sizePx: size.sizePx };
  // Large letters stand a hair to the right of their own edge.
  const x = MARGIN_PX - (size.sizePx > 40 ? 0.05 * size.sizePx : 0);
  const first = top + CAP_HEIGHT * size.sizePx;
  const paths = lines.map((line, at) =>
    textPath(line, style, { x, y: first + at * size.leadingPx, fill: look.fill }),
  );
  return { paths: paths.join(''), next: first + (lines.length - 1) * size.leadingPx + 36 };
}

/**
 * Title over makers, hanging from the top line. What cannot be set in the house's letters is left out; then
 * the makers take the place of the title.
 */
function words(share: PublicShare): string {
  const names = namesText(share.makers.flatMap((name) => settable(name) ?? []));
  const title = settable(share.title) ?? names;
  if (title === '') return '';
  const head = block(title, MARGIN_PX, { sizes: TITLE_SIZES, type: TITLE, fill: TOKENS.paper });
  if (names === '' || names === title) return head.paths;
  const small = { sizes: MAKER_SIZES, type: MAKERS, fill: TOKENS.muted };
  return head.paths + block(names, head.next, small).paths;
}

/** The cover of a share for link previews, 1200 × 630, as SVG without any text elements. */
export function wideCover(share: PublicShare): string {
  const rifff = rifffAt(share, RIFFF_PX, RIFFF_X - RIFFF_PX / 2, (COVER_HEIGHT_PX - RIFFF_PX) / 2);
  const wordmark = textPath('Rondo', WORDMARK, {
    x: MARGIN_PX - 2,
    y: COVER_HEIGHT_PX - MARGIN_PX,
    fill: TOKENS.paper,
  });
  return frame(COVER_WIDTH_PX, COVER_HEIGHT_PX, `${rifff}${words(share)}${wordmark}`);
}

/** The rifff of a share alone on ground, square, as SVG. */
export function squareCover(share: PublicShare): string {
  const room = 24;
  return frame(SQUARE_PX, SQUARE_PX, rifffAt(share, SQUARE_PX - 2 * room, room, room));
}
