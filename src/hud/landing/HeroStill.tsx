import { useMemo } from 'react';
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import { rifffGlyph } from '../../drawing/glyph.ts';
import { rifffModel } from '../../drawing/model.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import styles from './Landing.module.css';

const GLYPH_PX = 768;
/** Half of the ground that is left round the still picture, on its own scale. */
const BITE_PX = 15;

/** The outline of the whole rifff again, under it and wider: it bites what it lies on, as the canvas does. */
function withBite(markup: string): string {
  const outline = /<path d="([^"]+)"/.exec(markup)?.[1];
  if (!outline) return markup;
  const bite = `<path d="${outline}" fill="${TOKENS.ground}" stroke="${TOKENS.ground}" stroke-width="${2 * BITE_PX}"/>`;
  return markup.replace('<g ', `${bite}<g `);
}

/** The rifff as a still picture: until the canvas draws, and where there is no WebGL. */
export function HeroStill({ rifff }: { rifff: Rifff }) {
  const markup = useMemo(
    () => withBite(rifffGlyph(rifffModel(rifff, rifffBars(rifff)), GLYPH_PX)),
    [rifff],
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers
  return <div className={styles.still} dangerouslySetInnerHTML={{ __html: markup }} />;
}
