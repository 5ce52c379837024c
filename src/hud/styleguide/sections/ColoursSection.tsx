import { CATEGORIES, LIBRARY_CATEGORIES } from '../../../data/contract/categories.ts';
import { contrast, TOKENS } from '../../../drawing/tokens.ts';
import { KnifeGlyph } from '../../parts/LoopGlyph.tsx';
import { Part } from '../Part.tsx';
import { PAPERS } from '../papers.ts';
import styles from './Sections.module.css';

const onGround = (colour: string) => `${contrast(colour, TOKENS.ground).toFixed(1)} : 1 on ground`;

interface SwatchProps {
  title: string;
  colour: string;
  use: string;
}

function Swatch({ title, colour, use }: SwatchProps) {
  return (
    <li className={styles.swatch}>
      <span className={styles.fill} style={{ background: colour }} />
      <span className={`${styles.names} t13`}>
        <span className={styles.strong}>{title}</span>
        <span>{colour}</span>
        <span className="muted">{use}</span>
        <span className="muted">{colour === TOKENS.ground ? '' : onGround(colour)}</span>
      </span>
    </li>
  );
}

/** Papers and grounds, and the inks of the instruments. */
export function ColoursSection() {
  return (
    <>
      <Part
        title="Palette"
        text="No shadow, blur, gradient or translucency. What stands out does so by paper, and what steps back by ground."
      >
        <ul className={styles.swatches}>
          {Object.entries(PAPERS).map(([name, [title, use]]) => (
            <Swatch
              key={name}
              title={title}
              colour={TOKENS[name as keyof typeof TOKENS]}
              use={use}
            />
          ))}
        </ul>
      </Part>
      <Part
        title="Instruments"
        text="One ink for each category of loop. Never for text, icons or buttons, and never on paper."
      >
        <ul className={styles.swatches}>
          {[...LIBRARY_CATEGORIES, 'audio' as const].map((slug) => (
            <li key={slug} className={styles.swatch}>
              <span className={styles.row}>
                <KnifeGlyph category={slug} sizePx={96} />
                <span style={{ width: 64, height: 64, background: CATEGORIES[slug].ink }} />
              </span>
              <span className={`${styles.names} t13`}>
                <span className={styles.strong}>{CATEGORIES[slug].title}</span>
                <span>{CATEGORIES[slug].ink}</span>
                <span className="muted">{onGround(CATEGORIES[slug].ink)}</span>
              </span>
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}
