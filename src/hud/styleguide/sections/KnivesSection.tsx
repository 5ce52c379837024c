import { useMemo } from 'react';
import {
  CATEGORIES,
  type Category,
  LIBRARY_CATEGORIES,
} from '../../../data/contract/categories.ts';
import { polygonPath } from '../../../drawing/outline.ts';
import { stripPolygon } from '../../../drawing/strip.ts';
import { KnifeGlyph } from '../../parts/LoopGlyph.tsx';
import { Part } from '../Part.tsx';
import { RingPicture } from '../RingPicture.tsx';
import { sampleRing } from '../ringSheet.ts';
import { Specimen, Specimens } from '../Specimen.tsx';
import styles from './Sections.module.css';

const SLUGS = [...LIBRARY_CATEGORIES, 'audio'] as const;
const STRIP = { widthPx: 480, heightPx: 56 };

function Knife({ category }: { category: Category }) {
  const rings = useMemo(() => [sampleRing(category.slug, 5, 0)], [category]);
  return (
    <Specimen title={category.title} text={`${category.knife}, ${category.cells} cells`}>
      <span className={styles.row}>
        <RingPicture rings={rings} sizePx={160} />
        <KnifeGlyph category={category.slug} sizePx={48} />
        <KnifeGlyph category={category.slug} sizePx={24} />
      </span>
    </Specimen>
  );
}

function Strip({ category }: { category: Category }) {
  const path = useMemo(
    () =>
      polygonPath(stripPolygon(sampleRing(category.slug, 5, 0), STRIP.widthPx, STRIP.heightPx, 1)),
    [category],
  );
  return (
    <Specimen title={category.title}>
      <span className={styles.strip}>
        <svg viewBox={`0 0 ${STRIP.widthPx} ${STRIP.heightPx}`} aria-hidden="true">
          <path d={path} fill={category.ink} />
        </svg>
      </span>
    </Specimen>
  );
}

/** How each category is cut, round and flat. */
export function KnivesSection() {
  return (
    <>
      <Part
        title="Categories"
        text="One sound under nine knives: as a ring of its own, and as the pictogram of the category."
      >
        <Specimens columnPx={304}>
          {SLUGS.map((slug) => (
            <Knife key={slug} category={CATEGORIES[slug]} />
          ))}
        </Specimens>
      </Part>
      <Part title="Laid flat" text="In lists and lanes the same edge runs from left to right.">
        <Specimens columnPx={320}>
          {SLUGS.map((slug) => (
            <Strip key={slug} category={CATEGORIES[slug]} />
          ))}
        </Specimens>
      </Part>
    </>
  );
}
