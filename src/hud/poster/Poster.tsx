import { Fragment } from 'react';
import { CATEGORIES, LIBRARY_CATEGORIES } from '../../data/contract/categories.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import { KnifeGlyph } from '../editor/Glyph.tsx';
import { usePageTitle } from '../parts/page/page.ts';
import { errorArt } from '../parts/page/waveArt.ts';
import { PAPERS } from '../styleguide/papers.ts';
import { RingPicture } from '../styleguide/RingPicture.tsx';
import { sampleRings } from '../styleguide/ringSheet.ts';
import { RING_STATES, STATE_RINGS } from '../styleguide/ringStates.ts';
import { Button } from '../system/Button.tsx';
import type { ButtonSize } from '../system/buttonSize.ts';
import { Icon } from '../system/Icon.tsx';
import { Band } from './Band.tsx';
import styles from './Poster.module.css';
import { PosterSliders } from './PosterSliders.tsx';

const SHOWN_PAPERS = ['ground', 'raised', 'raised2', 'line', 'edge', 'muted', 'paper'] as const;
const TYPE = [
  ['204 / 162, 700', 't204', 'Goes round'],
  ['64 / 56, 700', 't64', 'Late shift 2 480'],
  ['40 / 40, 700', 't40', 'Long way down'],
  ['24 / 28, 700', 't24', 'Hey, ninth bus'],
  ['18 / 24, 500', 't18', 'Commit, Answer, Take the voice'],
  ['15 / 20, 400', 't15', 'Anyone may answer. Last loop two minutes ago.'],
  ['13 / 16, 400', 't13', '112.00 bpm   4 bars   +1.2 dB   21:14   E♭ Dorian'],
] as const;
const SIZES: readonly ButtonSize[] = ['xxs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl'];
const ARRIVALS = [0.02, 0.22, 0.42, 0.62, 0.82].map((notch) => ({ arriving: 7, notch }));
const ALL_RINGS = sampleRings(8);
const GROWING = [1, 2, 3, 4, 5, 6, 7, 8].map((count) => sampleRings(count));
const OTHERS = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) => sampleRings(3 + ((turn * 3) % 6), turn));
const SMALL_PX = [128, 64, 40] as const;
const ERROR_ART = errorArt(404);
const UNSENT_ART = errorArt(500);

function Art({ markup }: { markup: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers
  return <span className={styles.art} dangerouslySetInnerHTML={{ __html: markup }} />;
}

function Colours() {
  return (
    <>
      <Band title="Ground and paper">
        <ul className={styles.papers}>
          {SHOWN_PAPERS.map((name) => (
            <li
              key={name}
              className={`${styles.paper} t13`}
              data-light={name === 'muted' || name === 'paper' || undefined}
              style={{ background: TOKENS[name] }}
            >
              <b>{PAPERS[name][0]}</b>
              <span>{TOKENS[name]}</span>
            </li>
          ))}
        </ul>
      </Band>
      <Band title="Inks and knives" text="Every category has one colour and one way of cutting.">
        <ul className={styles.inks}>
          {[...LIBRARY_CATEGORIES, 'audio' as const].map((slug) => (
            <li key={slug} className="t13">
              <KnifeGlyph category={slug} sizePx={96} />
              <b>{CATEGORIES[slug].title}</b>
              <span className="muted">{CATEGORIES[slug].ink}</span>
              <span className="muted">
                {CATEGORIES[slug].knife}, {CATEGORIES[slug].cells}
              </span>
            </li>
          ))}
        </ul>
      </Band>
      <Band title="Type" text="Special Gothic, 400, 500, 700. Tabular figures everywhere.">
        <dl className={styles.type}>
          {TYPE.map(([figures, name, sample]) => (
            <Fragment key={name}>
              <dt className="t13 muted">{figures}</dt>
              <dd className={name}>{sample}</dd>
            </Fragment>
          ))}
        </dl>
      </Band>
    </>
  );
}

function Controls() {
  return (
    <>
      <Band title="Buttons" text="24, 32, 40, 48, 56, 64, 80. Always round.">
        {(['filled', 'outlined'] as const).map((variant) => (
          <div key={variant} className={styles.buttons}>
            {SIZES.map((size) => (
              <Button key={size} size={size} variant={variant} to="/styleguide/buttons">
                Answer
              </Button>
            ))}
          </div>
        ))}
      </Band>
      <Band title="Sliders" text="The form says the quantity. A notch is the value.">
        <PosterSliders />
      </Band>
    </>
  );
}

function Rings() {
  return (
    <>
      <Band title="Ring states" text="Ink never changes with sound.">
        <ul className={styles.states}>
          {RING_STATES.map(([title, text, state]) => (
            <li key={title}>
              <RingPicture rings={STATE_RINGS} sizePx={216} state={state} />
              <b className="t13">{title}</b>
              <span className="t13 muted">{text}</span>
            </li>
          ))}
        </ul>
      </Band>
      <Band title="A loop arrives" text="The notch cuts it in, once round.">
        <ul className={styles.arrivals}>
          {ARRIVALS.map((state, at) => (
            <li key={state.notch}>
              <RingPicture rings={ALL_RINGS} sizePx={168} state={state} />
              <b className="t13">{at === 0 ? 'Beat 1' : `Bar ${at * 2}`}</b>
            </li>
          ))}
          <li>
            <RingPicture rings={ALL_RINGS} sizePx={168} />
            <b className="t13">Landed</b>
          </li>
        </ul>
      </Band>
      <Band title="One to eight" text="A new loop is the new outside. The rest keep their order.">
        <ul className={styles.growing}>
          {GROWING.map((rings) => (
            <li key={rings.length}>
              <RingPicture rings={rings} sizePx={136} />
              <b className="t13">{rings.length}</b>
            </li>
          ))}
        </ul>
      </Band>
      <Band title="Small rifffs" text="128, 64 and 40 px. Fewer rings, fewer cells, deeper cuts.">
        {SMALL_PX.map((sizePx) => (
          <ul key={sizePx} className={styles.growing}>
            {OTHERS.map((rings, at) => (
              <li key={String(at)}>
                <RingPicture rings={rings} sizePx={sizePx} />
              </li>
            ))}
          </ul>
        ))}
      </Band>
    </>
  );
}

function Ends() {
  return (
    <Band title="Empty and error">
      <ul className={styles.ends}>
        <li>
          <span className={styles.empty}>
            <Icon name="plus" size={32} />
          </span>
          <b className="t24">Put something in</b>
          <span className="muted">Drop a loop, or try one of these.</span>
        </li>
        <li>
          <Art markup={ERROR_ART} />
          <b className="t24">Page Not Found</b>
          <span className="muted">404</span>
        </li>
        <li>
          <Art markup={UNSENT_ART} />
          <b className="t24">Not sent yet</b>
          <span className="muted">Kept here until the network is back.</span>
        </li>
      </ul>
    </Band>
  );
}

/** `/stylev3`: the look of version 3 on one sheet. */
export function Poster() {
  usePageTitle('Style, version 3');
  return (
    <article className={`${styles.sheet} over`}>
      <header className={styles.head}>
        <h1 className={styles.title}>
          Printed
          <br />
          matter
        </h1>
        <p className={`${styles.lead} t18`}>
          Ink is for loops. Everything else is paper on ground. Motion is geometry, never light.
        </p>
      </header>
      <Colours />
      <Controls />
      <Rings />
      <Ends />
      <footer className={styles.foot}>
        <span className="muted">Version 3.0.0</span>
        <Button to="/styleguide">Open the style guide</Button>
      </footer>
    </article>
  );
}
