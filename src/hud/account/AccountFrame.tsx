import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { CategorySlug } from '../../data/contract/categories.ts';
import { LOOP_PEAK_BINS } from '../../data/contract/constants.ts';
import { rifffGlyph } from '../../drawing/glyph.ts';
import { layoutRings } from '../../drawing/layout.ts';
import type { RingModel } from '../../drawing/model.ts';
import { polygonPath, ringPolygon } from '../../drawing/outline.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import page from '../parts/Page.module.css';
import { usePageTitle } from '../parts/page/page.ts';
import { Icon } from '../system/Icon.tsx';
import styles from './AccountFrame.module.css';

/** Side of the picture on these pages: a rifff whose rings fill up as the form is filled in. */
const RINGS_SIZE_PX = 640;
const BITE_PX = 16;

/** Rings from the inside out: category, and waves of its edge in one turn. */
type RingSketch = readonly [CategorySlug, number];

/** Each page has its own picture, so that people recognise the page by it. */
const SKETCHES = {
  login: [
    ['bass', 3],
    ['leads', 8],
    ['chords', 6],
    ['vocals', 8],
    ['perc', 6],
  ],
  register: [
    ['pads', 4],
    ['bass', 5],
    ['leads', 4],
    ['chords', 4],
    ['perc', 6],
    ['drums', 4],
  ],
  password: [
    ['fx', 4],
    ['pads', 6],
    ['chords', 8],
    ['bass', 8],
  ],
  terms: [
    ['drums', 3],
    ['fx', 4],
    ['leads', 8],
  ],
  device: [
    ['vocals', 4],
    ['chords', 3],
    ['fx', 4],
    ['pads', 8],
  ],
} as const satisfies Record<string, readonly RingSketch[]>;
type SketchName = keyof typeof SKETCHES;

function ringOf([category, waves]: RingSketch, slot: number, isOn: boolean): RingModel {
  const peaks = Uint8Array.from({ length: LOOP_PEAK_BINS }, (_, at) => {
    const turn = (2 * Math.PI * at) / LOOP_PEAK_BINS;
    return Math.round(
      128 + 84 * Math.sin(waves * turn + slot) + 42 * Math.sin(3 * turn + 2 * slot),
    );
  });
  return { slot, category, peaks, repeats: 1, gain: 1, isOn };
}

/**
 * Markup of a page's picture, `RINGS_SIZE_PX` square, hidden from screen readers.
 *
 * @param filled how much of the form is as it should be, 0–1; that share of the rings is in ink, the others
 *   are outline and hatch
 */
function formRings(name: SketchName, filled: number): string {
  const sketch: readonly RingSketch[] = SKETCHES[name];
  const rings = sketch.map((one, slot) => ringOf(one, slot, slot < ringsInInk(name, filled)));
  const layout = layoutRings(rings, RINGS_SIZE_PX / 2 - 0.5, { sizePx: RINGS_SIZE_PX });
  const last = layout.rings.at(-1)!;
  const edge = polygonPath(ringPolygon(rings[last.index]!, last));
  // Ground around it, so that it bites into what it lies on.
  const bite = `<path d="${edge}" fill="${TOKENS.ground}" stroke="${TOKENS.ground}" stroke-width="${2 * BITE_PX}"/>`;
  return rifffGlyph({ id: name, rings }, RINGS_SIZE_PX).replace('<g ', `${bite}<g `);
}

/** Number of filled rings in a page's picture at a share of 0–1. */
function ringsInInk(name: SketchName, filled: number): number {
  const share = Math.min(1, Math.max(0, filled));
  return Math.floor(share * SKETCHES[name].length + 1e-9);
}

interface FormRingsProps {
  sketch: SketchName;
  /** Share of the form that is as it should be, 0–1. */
  filled: number;
}

/** The picture beside a form: each valid field fills more of its rings. */
function FormRings({ sketch, filled }: FormRingsProps) {
  const inked = ringsInInk(sketch, filled);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture changes only with a whole ring
  const markup = useMemo(() => formRings(sketch, filled), [sketch, inked]);
  return (
    <div
      className={`${page.art} ${styles.art}`}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

interface AccountFrameProps {
  title: string;
  /** What this page is for, in a sentence. */
  lead?: ReactNode;
  sketch: SketchName;
  /** Share of the form that is as it should be, 0–1. */
  filled?: number;
  children?: ReactNode;
}

/** Frame of the pages around signing in: what to do on the left, the rifff of the page on the right. */
export function AccountFrame({ title, lead, sketch, filled = 1, children }: AccountFrameProps) {
  usePageTitle(title);
  return (
    <div className={`${styles.frame} over`}>
      <FormRings sketch={sketch} filled={filled} />
      <div className={styles.column}>
        <h1 className={styles.title}>{title}</h1>
        {lead && <div className={`strongLinks ${styles.lead} t18`}>{lead}</div>}
        {children}
      </div>
    </div>
  );
}

interface OtherWay {
  title: string;
  /** Where it leads; without it `onChoose` is what it does. */
  to?: string;
  onChoose?(): void;
}

/** Where else one can go from a form, under a hairline. */
export function OtherWays({ ways }: { ways: readonly OtherWay[] }) {
  return (
    <ul className={styles.others}>
      {ways.map(({ title, to, onChoose }) => (
        <li key={title} className="lineBelow">
          {to === undefined ? (
            <button type="button" className={styles.other} onClick={onChoose}>
              {title}
              <Icon name="arrowRight" size={16} />
            </button>
          ) : (
            <Link to={to} className={styles.other}>
              {title}
              <Icon name="arrowRight" size={16} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
