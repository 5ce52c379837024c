/** Cover pictures as SVG: rifffs as `src/drawing` cuts them, with a title and makers as outlines. */
import type { LookDocument } from '../../../src/data/contract/looks.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { rifffBars } from '../../../src/data/rules/time/timing.ts';
import { css } from '../../../src/drawing/canvas.ts';
import { rifffGlyph } from '../../../src/drawing/glyph.ts';
import { pictureRings } from '../../../src/drawing/jam/lookReach.ts';
import { StagePicture } from '../../../src/drawing/jam/stagePicture.ts';
import { layoutRings } from '../../../src/drawing/layout.ts';
import { rifffModel } from '../../../src/drawing/model.ts';
import { PaintList } from '../../../src/drawing/paintList.ts';
import { PlainPose } from '../../../src/drawing/plainPose.ts';
import { paintsSvg } from '../../../src/drawing/svgPaints.ts';
import { TOKENS } from '../../../src/drawing/tokens.ts';
import { discPlaces } from './discPlaces.ts';
import { fitText, type TextSize } from './fitText.ts';
import { settable, textPath } from './letters.ts';
import type { CoverSubject } from './listCovers.ts';
import { namesText, type PublicShare } from './publicShare.ts';

/** Size of the wide cover, as link previews want it. */
export const COVER_WIDTH_PX = 1200;
export const COVER_HEIGHT_PX = 630;
/** Side of the square cover. */
export const SQUARE_PX = 640;
/** Side of the poster, which turns. */
export const POSTER_PX = 400;

/** Change it when covers of the same share are to look different from before. */
export const COVER_LOOK = 3;

const MARGIN_PX = 56;
const RIFFF_PX = 574;
/** Centre of the rifff: the same ground above, below and to the right of it. */
const RIFFF_X = COVER_WIDTH_PX - (COVER_HEIGHT_PX - RIFFF_PX) / 2 - RIFFF_PX / 2;
const TEXT_PX = RIFFF_X - RIFFF_PX / 2 - MARGIN_PX - 32;
/** The same beside the picture of a look, which fills the height with its ground. */
const NARROW_TEXT_PX = COVER_WIDTH_PX - COVER_HEIGHT_PX - MARGIN_PX - 32;

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

/** A rifff alone, `sizePx` wide and high, its corner at (x, y). */
function rifffAt(rifff: Rifff, sizePx: number, x: number, y: number, at: number): string {
  const model = rifffModel(rifff, rifffBars(rifff));
  // The number that tells glyphs of one page apart would give the same picture another name each time.
  const name = at === 0 ? 'g' : `g${at}`;
  const glyph = rifffGlyph(model, sizePx).replaceAll(/\bg\d+-(\d)/g, `${name}-$1`);
  return glyph.replace('<svg ', `<svg x="${x}" y="${y}" `);
}

/** Where the music is in the picture of a look, in turns. */
const LOOK_PHASE = 0.2;

/** A rifff as a look draws it, on the ground of the look, `sizePx` wide and high, its corner at (x, y). */
function lookAt(rifff: Rifff, look: LookDocument, sizePx: number, x: number, y: number): string {
  const model = rifffModel(rifff, rifffBars(rifff));
  const pose = new PlainPose();
  pose.lay(model, layoutRings(model.rings, (pictureRings(look) * sizePx) / 2), 1);
  for (const ring of pose.rings) ring.hasArrived = true;
  pose.phase = LOOK_PHASE;
  const picture = new StagePicture(look);
  picture.advance(pose);
  const list = new PaintList();
  picture.compose(list, pose);
  const svg = paintsSvg(list, sizePx, css(picture.ground));
  return svg.replace('<svg ', `<svg x="${x}" y="${y}" `);
}

/** Radii of the rings of a disc that nothing is on, from the outside in, as shares of its own; then its hole. */
const BLANK_RINGS = [1, 0.8, 0.62, 0.46, 0.3, 0.14] as const;

/** A disc that nothing is on: rings without ink. */
function blankAt(sizePx: number, x: number, y: number): string {
  const radius = sizePx / 2;
  return BLANK_RINGS.map((share, at) => {
    const isHole = at === BLANK_RINGS.length - 1;
    const fill = isHole ? TOKENS.ground : at % 2 ? TOKENS.raised2 : TOKENS.raised;
    return `<circle cx="${x + radius}" cy="${y + radius}" r="${share * radius}" fill="${fill}"/>`;
  }).join('');
}

/** Rifffs in a square of `sizePx`, its corner at (x, y): one fills it, more share it, for none there is a blank disc. */
function discsAt(discs: readonly Rifff[], sizePx: number, x: number, y: number): string {
  if (discs.length === 0) return blankAt(sizePx, x, y);
  return discPlaces(discs.length)
    .map(({ left, top, size }, at) =>
      rifffAt(discs[at]!, size * sizePx, x + left * sizePx, y + top * sizePx, at),
    )
    .join('');
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
  widthPx: number,
  look: { sizes: readonly TextSize[]; type: typeof TITLE | typeof MAKERS; fill: string },
): { paths: string; next: number } {
  const { size, lines } = fitText(text, widthPx, look.sizes, look.type);
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
 *
 * @param look of the picture beside them
 */
function words(text: string, names: string, look: LookDocument | undefined): string {
  const title = settable(text) ?? names;
  if (title === '') return '';
  const widthPx = look ? NARROW_TEXT_PX : TEXT_PX;
  const large = { sizes: TITLE_SIZES, type: TITLE, fill: TOKENS.paper };
  const head = block(title, MARGIN_PX, widthPx, large);
  if (names === '' || names === title) return head.paths;
  const small = { sizes: MAKER_SIZES, type: MAKERS, fill: TOKENS.muted };
  return head.paths + block(names, head.next, widthPx, small).paths;
}

/** A cover for link previews, 1200 × 630: a picture on the right, words on the left. */
function wide(picture: string, text: string): string {
  const wordmark = textPath('Rondo', WORDMARK, {
    x: MARGIN_PX - 2,
    y: COVER_HEIGHT_PX - MARGIN_PX,
    fill: TOKENS.paper,
  });
  return frame(COVER_WIDTH_PX, COVER_HEIGHT_PX, `${picture}${text}${wordmark}`);
}

/** Rifffs where the picture of a wide cover is. */
const wideDiscs = (discs: readonly Rifff[]): string =>
  discsAt(discs, RIFFF_PX, RIFFF_X - RIFFF_PX / 2, (COVER_HEIGHT_PX - RIFFF_PX) / 2);

/** The picture of a wide cover: rifffs, or the first of them as a look draws it, on the ground of the look. */
function widePicture(discs: readonly Rifff[], look: LookDocument | undefined): string {
  const [first] = discs;
  const side = COVER_HEIGHT_PX;
  return look && first ? lookAt(first, look, side, COVER_WIDTH_PX - side, 0) : wideDiscs(discs);
}

/** The same alone, square. */
function square(discs: readonly Rifff[], look?: LookDocument): string {
  const [first] = discs;
  const room = 24;
  const picture =
    look && first
      ? lookAt(first, look, SQUARE_PX, 0, 0)
      : discsAt(discs, SQUARE_PX - 2 * room, room, room);
  return frame(SQUARE_PX, SQUARE_PX, picture);
}

/** The cover of a share for link previews, 1200 × 630, as SVG without any text elements. */
export function wideCover({ rifff, title, makers, look }: PublicShare): string {
  return wide(
    widePicture([rifff], look),
    words(title, namesText(makers.flatMap((name) => settable(name) ?? [])), look),
  );
}

/** A rifff alone on ground, square, as SVG. */
export const rifffCover = (rifff: Rifff): string => square([rifff]);

/** The rifff of a share alone on ground, or as its look draws it, square, as SVG. */
export const squareCover = ({ rifff, look }: PublicShare): string => square([rifff], look);

/** The cover of a playlist, a club or a look for link previews, as that of a share. */
export function wideListCover({ title, kind, by, discs, look }: CoverSubject): string {
  const maker = by === '' ? undefined : settable(by);
  const text = words(title, maker === undefined ? kind : `${kind} by ${maker}`, look);
  return wide(widePicture(discs, look), text);
}

/** The first rifffs of a playlist or a club on ground, or a look on its own, square, as SVG. */
export const squareListCover = ({ discs, look }: CoverSubject): string => square(discs, look);
