/** Rifffs in every state as still pictures, for the style guide and the poster. */
import type { CategorySlug } from '../../data/contract/categories.ts';
import { categoryOf } from '../../data/contract/categories.ts';
import { LOOP_PEAK_BINS } from '../../data/contract/constants.ts';
import type { RifffCharacter } from '../../drawing/character.ts';
import { muteLines } from '../../drawing/glyph.ts';
import { layoutRings, type RingLayout } from '../../drawing/layout.ts';
import type { RingModel } from '../../drawing/model.ts';
import { polygonPath, ringPolygon } from '../../drawing/outline.ts';
import { keylineSteps } from '../../drawing/profile.ts';
import { mixColours, TOKENS } from '../../drawing/tokens.ts';

const SAMPLE: readonly (readonly [CategorySlug, number])[] = [
  ['bass', 3],
  ['leads', 8],
  ['chords', 5],
  ['pads', 4],
  ['vocals', 7],
  ['perc', 6],
  ['drums', 4],
  ['fx', 3],
];
const OTHERS_SHARE = 0.15;

/** One ring with an edge of so many waves and a slower one over it. */
export function sampleRing(category: CategorySlug, waves: number, slot: number): RingModel {
  const peaks = Uint8Array.from({ length: LOOP_PEAK_BINS }, (_, at) => {
    const turn = (2 * Math.PI * at) / LOOP_PEAK_BINS;
    return Math.round(
      128 + 84 * Math.sin(waves * turn + slot) + 42 * Math.sin(3 * turn + 2 * slot),
    );
  });
  return { slot, category, peaks, repeats: 1, gain: 1, isOn: true };
}

/** The rifff of the style guide with its first `count` rings (1–8), from the inside out; `turn` picks another start. */
export function sampleRings(count: number, turn = 0): RingModel[] {
  return Array.from({ length: count }, (_, slot) => {
    const [category, waves] = SAMPLE[(slot + turn) % SAMPLE.length]!;
    return sampleRing(category, waves, slot);
  });
}

export interface SheetState {
  /** Where the notch is, in turns. */
  notch?: number;
  /** Slots in outline and hatch. */
  muted?: readonly number[];
  /** The one slot in full ink. */
  solo?: number;
  selected?: number;
  focused?: number;
  /** Slot that stands out of its place, in shares of the radius. */
  away?: { slot: number; x: number; y: number };
  /** What the rifff sounds like; left out, nothing is known of it. */
  character?: RifffCharacter;
  /** Slot that is being cut in: drawn up to the notch, outlined beyond it. */
  arriving?: number;
}

const line = (path: string, colour: string, width: number, more = '') =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width.toFixed(2)}" ${more}/>`;
const area = (path: string, colour: string) => `<path d="${path}" fill="${colour}"/>`;

/** Counts drawings, so that their clip paths do not meet on one page. */
let drawings = 0;

function hatched(path: string, radius: number, ink: string, id: string): string {
  const { outline, hatch, step } = muteLines(radius);
  let lines = '';
  for (let x = -3 * radius; x < radius; x += step) {
    lines += `M${x.toFixed(1)} ${-radius}l${2 * radius} ${2 * radius}`;
  }
  const inside = `clip-path="url(#${id})"`;
  return (
    `<clipPath id="${id}"><path d="${path}"/></clipPath>` +
    line(lines, mixColours(TOKENS.ground, ink, 0.62), hatch, inside) +
    line(path, ink, 2 * outline, inside)
  );
}

function keyline(path: string, gap: number, isFocus: boolean, radius: number): string {
  const [first, paper, last] = keylineSteps(gap, isFocus);
  const dashes = isFocus
    ? `stroke-dasharray="${(0.045 * radius).toFixed(1)} ${(0.03 * radius).toFixed(1)}"`
    : '';
  return (
    line(path, TOKENS.ground, 2 * last) +
    line(path, TOKENS.paper, 2 * paper, dashes) +
    line(path, TOKENS.ground, 2 * first)
  );
}

function notchOf(layout: RingLayout, turns: number): string {
  const width = Math.min(26, Math.max(1.5, 0.034 * layout.radius));
  const length = layout.radius * 1.05;
  return (
    `<rect x="${(-width / 2).toFixed(2)}" y="${(-length).toFixed(1)}" width="${width.toFixed(2)}" ` +
    `height="${(length - layout.hole * 0.9).toFixed(1)}" fill="${TOKENS.ground}" transform="rotate(${turns * 360})"/>`
  );
}

/** What the notch has passed of a ring: a sector of it from twelve o'clock. */
function cutIn(path: string, radius: number, ink: string, turns: number, id: string): string {
  const reach = 2 * radius;
  const steps = Math.max(1, Math.ceil(turns * 12));
  const rim = Array.from({ length: steps + 1 }, (_, at) => {
    const angle = (2 * Math.PI * turns * at) / steps;
    return `${(Math.sin(angle) * reach).toFixed(1)} ${(-Math.cos(angle) * reach).toFixed(1)}`;
  });
  return (
    `<clipPath id="${id}"><path d="M0 0L${rim.join('L')}Z"/></clipPath>` +
    `<path d="${path}" fill="${ink}" clip-path="url(#${id})"/>`
  );
}

/**
 * A rifff in a state as `<svg>` markup, hidden from screen readers.
 *
 * @param sizePx side of the picture, CSS pixels
 */
export function drawRings(
  rings: readonly RingModel[],
  sizePx: number,
  state: SheetState = {},
): string {
  drawings += 1;
  const radius = sizePx / 2 - 8;
  const layout = layoutRings(rings, radius, { sizePx, character: state.character });
  const { ground, edge } = TOKENS;
  let body = '';
  for (let at = layout.rings.length - 1; at >= 0; at--) {
    const place = layout.rings[at]!;
    const ring = rings[place.index]!;
    const path = polygonPath(ringPolygon(ring, place));
    const own = categoryOf(ring.category).ink;
    const isBack = state.solo !== undefined && state.solo !== ring.slot;
    const ink = isBack ? mixColours(ground, own, OTHERS_SHARE) : own;
    const isMuted = state.muted?.includes(ring.slot);
    const isAway = state.away?.slot === ring.slot || state.arriving === ring.slot;
    if (at < layout.rings.length - 1)
      body += area(path, ground) + line(path, ground, 2 * layout.gap);
    if (state.selected === ring.slot || state.focused === ring.slot) {
      body += keyline(path, layout.gap, state.focused === ring.slot, layout.radius);
    }
    if (isAway) {
      body += line(path, edge, 1.5, 'stroke-dasharray="4 4"');
      if (state.arriving === ring.slot) {
        body += cutIn(path, radius, ink, state.notch ?? 0, `d${drawings}-${at}`);
      }
    } else if (isMuted)
      body += area(path, ground) + hatched(path, layout.radius, ink, `d${drawings}-${at}`);
    else body += area(path, ink);
  }
  if (layout.hole > 0) body += `<circle r="${layout.hole.toFixed(1)}" fill="${ground}"/>`;
  if (state.notch !== undefined) body += notchOf(layout, state.notch);
  body += awayRing(rings, layout, state);
  const half = sizePx / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" ` +
    `viewBox="${-half} ${-half} ${sizePx} ${sizePx}" aria-hidden="true" focusable="false">` +
    `<g stroke-linejoin="miter" stroke-miterlimit="2.2">${body}</g></svg>`
  );
}

/** The ring that is held away from its place, a thin one with a rim of ground. */
function awayRing(rings: readonly RingModel[], layout: RingLayout, { away }: SheetState): string {
  const place = away && layout.rings.find(({ slot }) => slot === away.slot);
  if (!away || !place) return '';
  const path = polygonPath(ringPolygon(rings[place.index]!, place));
  const hole = place.outer - place.pitch * 0.9;
  const ink = categoryOf(rings[place.index]!.category).ink;
  const move = `translate(${(away.x * layout.radius).toFixed(1)} ${(away.y * layout.radius).toFixed(1)})`;
  const middle = Math.max(hole - place.amplitude, layout.hole);
  return (
    `<g transform="${move}">${line(path, TOKENS.ground, 8)}${area(path, ink)}` +
    `<circle r="${middle.toFixed(1)}" fill="${TOKENS.ground}"/></g>`
  );
}
