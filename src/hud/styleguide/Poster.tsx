import type { ReactNode } from 'react';
import { usePageTitle } from '../parts/page/page.ts';
import { Button } from '../system/Button.tsx';
import { CONTROLS } from './controls.tsx';
import { FOUNDATIONS } from './foundations.tsx';
import { MESSAGES } from './messages.tsx';
import styles from './StyleGuide.module.css';
import { STYLE_VERSION } from './StyleGuide.tsx';
import { SOUNDS } from './sliders.tsx';

const { colours, typography, rings, knives } = FOUNDATIONS;

/** The bands of the sheet: name, rule, and what of the guide stands in it. */
const BANDS: readonly (readonly [title: string, text: string, ...shown: ReactNode[]])[] = [
  ['Ground and paper', 'What stands out does so by paper.', colours.parts[0]?.content],
  ['Inks and knives', 'One colour, one way of cutting.', colours.parts[1]?.content],
  [
    'Type',
    'Special Gothic, 400, 500, 700. Tabular figures everywhere.',
    ...typography.parts.map(({ content }) => content),
  ],
  ['Buttons', '24, 32, 40, 48, 56, 64, 80. Always round.', CONTROLS.buttons.parts[1]?.content],
  [
    'Sliders',
    'The form says the quantity. A notch is the value.',
    ...Object.values(SOUNDS),
    knives.parts[1]?.content,
  ],
  ['Ring states', 'Ink never changes with sound.', rings.parts[0]?.content],
  ...rings.parts
    .filter(({ id }) => /arriving|eight|small/.test(id))
    .map(({ title, text, content }) => [title, text, content] as const),
  ['Empty and failed', 'Words lead on.', MESSAGES.notices.parts[2]?.content],
];

/** `/stylev3`: the look of version 3 on one sheet, out of the parts of the style guide. */
export function Poster() {
  usePageTitle('Style, version 3');
  return (
    <article className={`${styles.sheet} over`}>
      <header className={styles.cover}>
        <h1 className={styles.coverTitle}>
          Printed
          <br />
          matter
        </h1>
        <p className={`${styles.lead} t18`}>
          Ink is for loops. Everything else is paper on ground. Motion is geometry, never light.
        </p>
      </header>
      {BANDS.map(([title, text, ...shown]) => (
        <section key={title} className={styles.band} aria-label={title}>
          <div>
            <h2 className="t24">{title}</h2>
            <p className="t13 muted">{text}</p>
          </div>
          <div className="grid gap24 min0">
            {shown.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the bands never change
              <div key={at}>{one}</div>
            ))}
          </div>
        </section>
      ))}
      <footer className={styles.cover}>
        <span className="muted">Version {STYLE_VERSION}</span>
        <Button to="/styleguide">Open the style guide</Button>
      </footer>
    </article>
  );
}
