import { useMemo } from 'react';
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffBars } from '../../data/rules/timing.ts';
import { rifffGlyph } from '../../drawing/glyph.ts';
import { layoutRings } from '../../drawing/layout.ts';
import { rifffModel } from '../../drawing/model.ts';
import styles from './RifffPlace.module.css';

export interface RifffGlyphProps {
  rifff: Rifff;
  /** Radius that the rifff may take, in CSS pixels. */
  radiusPx: number;
  isEditor?: boolean;
}

/** A rifff as a still picture, where and while there is no scene to draw it. Its controls describe it. */
export function RifffGlyph({ rifff, radiusPx, isEditor }: RifffGlyphProps) {
  const { source, diameterPx } = useMemo(() => {
    const model = rifffModel(rifff, rifffBars(rifff));
    const layout = layoutRings(model.rings, radiusPx, { isEditor });
    const diameter = Math.round(layout.radius * 2);
    const markup = rifffGlyph(model, diameter);
    return {
      source: `data:image/svg+xml,${encodeURIComponent(markup)}`,
      diameterPx: diameter,
    };
  }, [rifff, radiusPx, isEditor]);
  return (
    <img alt="" className={styles.glyph} width={diameterPx} height={diameterPx} src={source} />
  );
}
