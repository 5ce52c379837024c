import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { rifffBars } from '../../../data/rules/time/timing.ts';
import { type RifffView, registerPlace, updatePlace } from '../../../data/stores/places.ts';
import { scene } from '../../../data/stores/scene.ts';
import { rifffGlyph } from '../../../drawing/glyph.ts';
import { layoutRings, type RingLayout } from '../../../drawing/layout.ts';
import { type RifffModel, rifffModel } from '../../../drawing/model.ts';
import { polygonPath, ringPolygon } from '../../../drawing/outline.ts';
import { TOKENS } from '../../../drawing/tokens.ts';
import { followPlace, usePlaceRadiusPx } from './placeGeometry.ts';
import styles from './Rings.module.css';

export interface RifffPlaceProps {
  /** Name of the place, unique on the page. */
  id: string;
  view: RifffView;
  className?: string;
  /** What lies on the rifff: its controls, a button in the hole. */
  children?: ReactNode;
}

/** Smallest radius that a glyph is drawn for. */
const MIN_GLYPH_RADIUS_PX = 8;

/** Reserves a square for a rifff and tells the one canvas what to draw there. */
export function RifffPlace({ id, view, className, children }: RifffPlaceProps) {
  const element = useRef<HTMLDivElement>(null);
  const first = useRef(view);
  first.current = view;

  useLayoutEffect(() => {
    const room = element.current;
    if (!room) return;
    const unregister = registerPlace({ id, element: room, view: first.current });
    const unfollow = followPlace(room);
    return () => {
      unfollow();
      unregister();
    };
  }, [id]);

  useLayoutEffect(() => updatePlace(id, view), [id, view]);

  const radiusPx = usePlaceRadiusPx(id);
  // A glyph is a print: it would be a flash in another look of a stage.
  const isPrint = (view.stage?.look ?? 'print') === 'print' && view.stage?.isClear !== true;
  const { state } = useSnapshot(scene);
  const isStill = isPrint && state !== 'live' && radiusPx >= MIN_GLYPH_RADIUS_PX;

  return (
    <div ref={element} className={className ? `${styles.place} ${className}` : styles.place}>
      {isStill && (
        <RifffGlyph
          rifff={view.rifff}
          radiusPx={radiusPx}
          isEditor={view.isEditor}
          bitePx={view.bitePx}
          isUnsent={view.isUnsent}
          arriving={view.arriving}
        />
      )}
      {children}
    </div>
  );
}

interface RifffGlyphProps {
  rifff: Rifff;
  /** Radius that the rifff may take, in CSS pixels. */
  radiusPx: number;
  isEditor?: boolean;
  /** Ground around the outline where it lies over other things, in CSS pixels. */
  bitePx?: number;
  isUnsent?: boolean;
  arriving?: readonly number[];
}

/** The whole outline again, wider and in ground, under the picture. */
function bite(model: RifffModel, layout: RingLayout, bitePx: number): string {
  const last = layout.rings.at(-1);
  const ring = last && model.rings[last.index];
  if (!last || !ring || bitePx <= 0) return '';
  const { ground } = TOKENS;
  const path = polygonPath(ringPolygon(ring, last));
  return `<path d="${path}" fill="${ground}" stroke="${ground}" stroke-width="${2 * bitePx}"/>`;
}

/** A picture of `sizePx` with the middle of the glyph in its own, as an address. */
function picture(glyph: string, under: string, sizePx: number, diameterPx: number): string {
  const half = sizePx / 2;
  const shift = (sizePx - diameterPx) / 2;
  const markup =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}">` +
    `<g transform="translate(${half} ${half})">${under}</g>` +
    `<g transform="translate(${shift} ${shift})">${glyph}</g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(markup)}`;
}

/** A rifff as a still picture, where and while there is no scene to draw it. Its controls describe it. */
function RifffGlyph(props: RifffGlyphProps) {
  const { rifff, radiusPx, isEditor, bitePx = 0, isUnsent, arriving } = props;
  const { source, sizePx } = useMemo(() => {
    const model = rifffModel(rifff, rifffBars(rifff));
    const layout = layoutRings(model.rings, radiusPx, { isEditor, character: model.character });
    const diameterPx = Math.round(layout.radius * 2);
    const size = diameterPx + 2 * Math.ceil(bitePx);
    const glyph = rifffGlyph(model, diameterPx, { isUnsent, arriving });
    return { source: picture(glyph, bite(model, layout, bitePx), size, diameterPx), sizePx: size };
  }, [rifff, radiusPx, isEditor, bitePx, isUnsent, arriving]);
  return <img alt="" className={styles.glyph} width={sizePx} height={sizePx} src={source} />;
}
