/** Rifffs, loops and categories as small SVG pictures: for lists, and wherever there is no GPU. */
import {
  CATEGORIES,
  type CategorySlug,
  categoryOf,
  type Knife,
} from '../data/contract/categories.ts';
import type { Loop } from '../data/contract/loop.ts';
import { clamp, layoutRings, type RingLayout } from './layout.ts';
import { loopModel, type RifffModel, type RingModel } from './model.ts';
import { polygonPath, ringPolygon } from './outline.ts';
import { mixColours, TOKENS } from './tokens.ts';

/**
 * One typical bar of each knife, for the pictograms of categories, which stand for no particular loop. Cells 0–1: few and
 * strong, so that they still read at 24 px.
 */
const SPECIMENS: Readonly<Record<Knife, readonly number[]>> = {
  saw: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  swell: [1, 0.5, 0, 0.5, 1, 0.5, 0, 0.5, 1, 0.5, 0, 0.5, 1, 0.5, 0, 0.5],
  key: [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0],
  petal: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  pin: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  arc: [1, 1, 0.6, 0, 0, 0.6, 1, 1, 0.6, 0, 0, 0.6],
  facet: [1, 0, 1, 0, 1, 0, 1, 0, 1, 0],
  sweep: [0.4, 1, 0.4, 1, 0.4, 1],
  raw: [1, 0.6, 0.9, 1, 0.5, 0.9, 1, 0.6, 0.8, 0.5, 1, 0.7],
};

export interface GlyphOptions {
  /** Colour of gaps and hole, `#RRGGBB`: what the glyph lies on. */
  ground?: string;
  /** Not on the server yet: hatched over in ground. */
  isUnsent?: boolean;
  /** Slots whose loop is still to come: a dashed outline. */
  arriving?: readonly number[];
}

/** Hole of a loop alone, as a share of its radius. */
const LOOP_HOLE = 0.36;
/** Room round the outline, so that antialiasing is not cut. */
const PAD_PX = 0.5;

const short = (x: number) => Math.round(x * 100) / 100;

/** Line widths of a muted ring for a rifff of `radiusPx`: outline, hatch line and hatch step. */
export function muteLines(radiusPx: number): { outline: number; hatch: number; step: number } {
  return {
    outline: clamp(0.006 * radiusPx, 1, 2),
    hatch: clamp(0.0035 * radiusPx, 0.75, 1.25),
    step: clamp(0.021 * radiusPx, 4, 8),
  };
}

/** Dashes of an arriving ring, in CSS pixels on and off. */
const DASH_PX = 4;

/** Distance of the lines of a hatch: whole pixels, as every host has it. */
const wholeStep = (step: number) => Math.max(2, Math.round(step));

/** 45° lines in a square of half its side, `step` apart along x: half a step from the middle, as every host has them. */
function hatchPath(half: number, step: number): string {
  const count = Math.ceil((2 * half) / step);
  let path = '';
  for (let line = -count; line < count; line++) {
    const c = (line + 0.5) * step;
    const long = 2 * half - Math.abs(c);
    if (long <= 0) continue;
    const x = Math.max(0, c) - half;
    path += `M${short(x)} ${short(x - c)}l${short(long)} ${short(long)}`;
  }
  return path;
}

interface Stroke {
  colour: string;
  width: number;
}

const shape = (path: string, fill: string, stroke?: Stroke, more = '') =>
  `<path d="${path}" fill="${fill}"${
    stroke ? ` stroke="${stroke.colour}" stroke-width="${short(stroke.width)}"` : ''
  }${more}/>`;

const circle = (radius: number, fill: string, stroke?: Stroke) =>
  `<circle r="${short(radius)}" fill="${fill}"${
    stroke ? ` stroke="${stroke.colour}" stroke-width="${short(stroke.width)}"` : ''
  }/>`;

/** A muted ring: outline and hatch, clipped to its own shape; the inner outline hugs the ring inside it. */
function mutedRing(
  path: string,
  inner: string,
  layout: RingLayout,
  ink: string,
  ground: string,
  id: string,
): string {
  const lines = muteLines(layout.radius);
  const hatch = { colour: mixColours(ground, ink, 0.62), width: lines.hatch };
  const innerEdge = inner
    ? shape(inner, 'none', { colour: ink, width: 2 * (layout.gap + lines.outline) })
    : layout.hole > 0
      ? circle(layout.hole + layout.gap, 'none', { colour: ink, width: 2 * lines.outline })
      : '';
  return (
    `<clipPath id="${id}"><path d="${path}"/></clipPath><g clip-path="url(#${id})">` +
    shape(hatchPath(layout.radius, wholeStep(lines.step)), 'none', hatch) +
    shape(path, 'none', { colour: ink, width: 2 * lines.outline }) +
    `${innerEdge}</g>`
  );
}

/** A ring whose loop is still to come: only its outline, dashed. */
function arrivingRing(path: string, layout: RingLayout, ink: string, ground: string, id: string) {
  const width = 2 * muteLines(layout.radius).outline;
  const dashes = ` stroke-dasharray="${DASH_PX} ${DASH_PX}" clip-path="url(#${id})"`;
  return (
    `<clipPath id="${id}"><path d="${path}"/></clipPath>` +
    shape(path, ground, { colour: ink, width }, dashes)
  );
}

/**
 * Lines of ground over all of a rifff: half a hatch step wide, one and a half apart. They end with the square of the
 * rifff: words stand beside it.
 */
function unsentHatch(radius: number, ground: string): string {
  const { step } = muteLines(radius);
  const path = hatchPath(radius, wholeStep(1.5 * step));
  return `<path d="${path}" fill="none" stroke="${ground}" stroke-width="${short(0.5 * step)}"/>`;
}

/** A number that tells glyphs apart, so that clip paths of one page do not meet. */
let glyphs = 0;

function glyph(
  rings: readonly RingModel[],
  layout: RingLayout,
  sizePx: number,
  options: GlyphOptions,
) {
  const ground = options.ground ?? TOKENS.ground;
  glyphs += 1;
  const half = sizePx / 2;
  let body = '';
  const paths = layout.rings.map((place) => polygonPath(ringPolygon(rings[place.index]!, place)));
  for (let at = layout.rings.length - 1; at >= 0; at--) {
    const ring = rings[layout.rings[at]!.index]!;
    const path = paths[at]!;
    const ink = categoryOf(ring.category).ink;
    if (at < layout.rings.length - 1) {
      body += shape(path, ground, { colour: ground, width: 2 * layout.gap });
    }
    const id = `g${glyphs}-${at}`;
    if (options.arriving?.includes(ring.slot)) {
      body += arrivingRing(path, layout, ink, ground, id);
    } else if (ring.isOn) body += shape(path, ink);
    else body += mutedRing(path, paths[at - 1] ?? '', layout, ink, ground, id);
  }
  if (options.isUnsent) body += unsentHatch(layout.radius, ground);
  if (layout.hole > 0 && layout.rings.length > 0) body += circle(layout.hole, ground);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" ` +
    `viewBox="${-half} ${-half} ${sizePx} ${sizePx}" aria-hidden="true" focusable="false">` +
    `<g stroke-linejoin="round">${body}</g></svg>`
  );
}

/** An empty rifff: a dashed circle. */
function emptyGlyph(sizePx: number): string {
  const radius = sizePx / 2 - 1.5;
  const dash = short((2 * Math.PI * radius) / (2 * Math.max(6, Math.round(radius / 2))));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" ` +
    `viewBox="${-sizePx / 2} ${-sizePx / 2} ${sizePx} ${sizePx}" aria-hidden="true" ` +
    `focusable="false"><circle r="${radius}" fill="none" stroke="${TOKENS.edge}" ` +
    `stroke-width="1.5" stroke-dasharray="${dash}"/></svg>`
  );
}

/**
 * A rifff as `<svg>` markup, hidden from screen readers; an empty one is a dashed circle.
 *
 * @param diameterPx CSS pixels, 16 or more; below 96 px fewer rings are shown
 */
export function rifffGlyph(
  model: RifffModel,
  diameterPx: number,
  options: GlyphOptions = {},
): string {
  if (model.rings.length === 0) return emptyGlyph(diameterPx);
  const layout = layoutRings(model.rings, diameterPx / 2 - PAD_PX, {
    sizePx: diameterPx,
    character: model.character,
  });
  return glyph(model.rings, layout, diameterPx, options);
}

/** One ring as an emblem: hole .36, deep cuts. */
function emblem(ring: RingModel, diameterPx: number, options: GlyphOptions): string {
  const layout = layoutRings([ring], diameterPx / 2 - PAD_PX, { hole: LOOP_HOLE, depth: 1.5 });
  return glyph([ring], layout, diameterPx, options);
}

/** A loop as the emblem of its one ring, `<svg>` markup of `diameterPx`. */
export function loopGlyph(
  loop: Loop,
  diameterPx: number,
  options: GlyphOptions & { isOn?: boolean } = {},
): string {
  const ring = { ...loopModel(loop), isOn: options.isOn ?? true };
  return emblem(ring, diameterPx, options);
}

/** The pictogram of a category: its knife on a ring in its ink, `<svg>` markup of `diameterPx`. */
export function knifeGlyph(
  category: CategorySlug,
  diameterPx: number,
  options: GlyphOptions = {},
): string {
  const specimen = SPECIMENS[CATEGORIES[category].knife];
  const ring: RingModel = {
    slot: 0,
    category,
    peaks: Uint8Array.from(specimen, (value) => Math.round(value * 255)),
    repeats: 1,
    gain: 1,
    isOn: true,
  };
  const layout = layoutRings([ring], diameterPx / 2 - PAD_PX, { hole: LOOP_HOLE, depth: 1.3 });
  layout.rings[0]!.cells = specimen.length;
  layout.rings[0]!.mostCells = specimen.length;
  return glyph([ring], layout, diameterPx, options);
}
