/** What everything is made of: colours, type, icons, rings, knives. Read from the tokens and styles themselves. */
import { useLayoutEffect, useMemo, useState } from 'react';
import {
  CATEGORIES,
  type CategorySlug,
  LIBRARY_CATEGORIES,
} from '../../data/contract/categories.ts';
import { knifeGlyph } from '../../drawing/glyph.ts';
import { polygonPath } from '../../drawing/outline.ts';
import { stripPolygon } from '../../drawing/strip.ts';
import { contrast, TOKENS } from '../../drawing/tokens.ts';
import { ICONS, Icon, type IconName } from '../system/Icon.tsx';
import { part, Row, type Specimen, section, specimens } from './guideParts.tsx';
import { CHARACTERS, RING_STATES, RingPicture, sampleRing, sampleRings } from './RingPicture.tsx';
import styles from './StyleGuide.module.css';

const SLUGS: readonly CategorySlug[] = [...LIBRARY_CATEGORIES, 'audio'];

/** What each colour of paper and ground is for. */
const USES: Readonly<Record<keyof typeof TOKENS, string>> = {
  ground: 'What everything lies on, and every gap',
  raised: 'Menus and dialogs',
  raised2: 'Under a pressed outline; what is disabled',
  line: 'Hairlines, empty tracks',
  edge: 'Outlines of controls',
  muted: 'The second sentence',
  paper: 'Text, and the one filled button',
  paperPressed: 'The filled button under a finger',
  paperHover: 'The filled button under a pointer',
  branch: 'Lines of the history that lead elsewhere',
};

/** `paperHover` as `Paper, hover`, `raised2` as `Raised 2`. */
function tokenTitle(name: string): string {
  const words = name
    .replace(/(\d)/, ' $1')
    .replace(/[A-Z]/, (letter) => `, ${letter.toLowerCase()}`);
  return words[0]!.toUpperCase() + words.slice(1);
}

interface SwatchProps {
  title: string;
  colour: string;
  use?: string;
  category?: CategorySlug;
}

function Swatch({ title, colour, use, category }: SwatchProps) {
  return (
    <li className={styles.swatch}>
      <Row>
        {category && <KnifeGlyph category={category} sizePx={96} />}
        <span
          className={category ? styles.ink : styles.fill}
          style={{ background: colour }}
          aria-hidden="true"
        />
      </Row>
      <span className={`${styles.names} t13`}>
        <b>{title}</b>
        <span>{colour}</span>
        {use && <span className="muted">{use}</span>}
        <span className="muted">
          {colour !== TOKENS.ground &&
            `${contrast(colour, TOKENS.ground).toFixed(1)} : 1 on ground`}
        </span>
      </span>
    </li>
  );
}

/** The pictogram of a category. */
function KnifeGlyph({ category, sizePx }: { category: CategorySlug; sizePx: number }) {
  const markup = useMemo(() => knifeGlyph(category, sizePx), [category, sizePx]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, numbers and fixed colours only
  return <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: markup }} />;
}

interface TypeSize {
  /** Class of the base styles, for instance `t24`. */
  name: string;
  sizePx: number;
  /** Size, line and weight, for instance `24 / 28, 700`. */
  figures: string;
}

/** The sizes that the base styles define, the largest first. */
function useTypeSizes(): readonly TypeSize[] {
  const [sizes, setSizes] = useState<readonly TypeSize[]>([]);
  useLayoutEffect(() => {
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const found = rules.flatMap((rule) => {
      if (!(rule instanceof CSSStyleRule) || !/^\.t\d+$/.test(rule.selectorText)) return [];
      const { fontSize, lineHeight, fontWeight } = rule.style;
      const [sizePx, linePx] = [Number.parseFloat(fontSize), Number.parseFloat(lineHeight)];
      const figures = `${sizePx} / ${linePx}, ${fontWeight || 400}`;
      return [{ name: rule.selectorText.slice(1), sizePx, figures }];
    });
    setSizes(found.sort((a, b) => b.sizePx - a.sizePx));
  }, []);
  return sizes;
}

/** What is set in each size, and what it is for. */
const SAMPLES: Readonly<Record<string, readonly [sample: string, use: string]>> = {
  t204: ['Goes', 'The one sentence of the landing'],
  t136: ['Round', 'Titles of a sheet'],
  t64: ['Late shift 2 480', 'Name of a room, score'],
  t40: ['Long way down', 'Name of the focused rifff'],
  t24: ['Hey, ninth bus', 'Title of a panel'],
  t18: ['Anyone may answer. The last loop came two minutes ago.', 'Leads, sub-heads'],
  t15: ['Anyone may answer. The last loop came two minutes ago.', 'Text, rows'],
  t13: ['112.00 bpm, 4 bars, +1.2 dB, 21:14, E♭ Dorian', 'Times, figures, captions'],
};
const LEAST_HEADING_PX = 24;

function TypeRows({ isHeading }: { isHeading: boolean }) {
  const sizes = useTypeSizes().filter(({ sizePx }) => sizePx >= LEAST_HEADING_PX === isHeading);
  return sizes.map(({ name, figures }) => (
    <div key={name} className={styles.type}>
      <span className="t13 muted">
        {figures}
        <br />
        {SAMPLES[name]?.[1]}
      </span>
      <span className={name}>{SAMPLES[name]?.[0] ?? 'Rondo'}</span>
    </div>
  ));
}

function Paragraph() {
  return (
    <div className={styles.column}>
      <p>
        A loop is a few bars of sound. Up to eight of them make a rifff, and a rifff goes round
        until it is answered. Names are <b>500</b> in a row and <b>700</b> in a button;{' '}
        <a href="#body-text">words that lead on</a> are underlined in running text.
      </p>
      <p className="muted">The second sentence is muted when it only explains the first.</p>
    </div>
  );
}

const allIcons = (Object.keys(ICONS) as IconName[]).map(
  (name): Specimen => [
    name,
    <Row key={name}>
      <Icon name={name} size={32} />
      <Icon name={name} size={16} />
    </Row>,
  ],
);

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8];
const GROWING = COUNTS.map((count) => sampleRings(count));
const OTHERS = COUNTS.map((turn) => sampleRings(4 + (turn % 5), turn));
const STRIP = { widthPx: 480, heightPx: 56 };

/** A loop laid flat, as in lists and lanes. */
function Strip({ slug }: { slug: CategorySlug }) {
  const path = useMemo(
    () => polygonPath(stripPolygon(sampleRing(slug, 5, 0), STRIP.widthPx, STRIP.heightPx, 1)),
    [slug],
  );
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${STRIP.widthPx} ${STRIP.heightPx}`}
      aria-hidden="true"
    >
      <path d={path} fill={CATEGORIES[slug].ink} />
    </svg>
  );
}

const ARRIVING = [0.02, 0.22, 0.42, 0.62, 0.82].map((notch) => ({ arriving: 7, notch }));
const LANDED = {};

function Knife({ slug }: { slug: CategorySlug }) {
  const rings = useMemo(() => [sampleRing(slug, 5, 0)], [slug]);
  return (
    <Row>
      <RingPicture rings={rings} sizePx={160} />
      <KnifeGlyph category={slug} sizePx={48} />
      <KnifeGlyph category={slug} sizePx={24} />
    </Row>
  );
}

export const FOUNDATIONS = {
  colours: section(
    'Colours',
    'Ink is for loops. Everything else is paper on ground.',
    part(
      'Palette',
      'No shadow, blur, gradient or translucency. What stands out does so by paper, and what steps back by ground.',
      <ul className={styles.swatches}>
        {Object.entries(TOKENS).map(([name, colour]) => (
          <Swatch
            key={name}
            title={tokenTitle(name)}
            colour={colour}
            use={USES[name as keyof typeof TOKENS]}
          />
        ))}
      </ul>,
    ),
    part(
      'Instruments',
      'One ink for each category of loop. Never for text, icons or buttons, and never on paper.',
      <ul className={styles.swatches}>
        {SLUGS.map((slug) => (
          <Swatch
            key={slug}
            title={CATEGORIES[slug].title}
            colour={CATEGORIES[slug].ink}
            category={slug}
          />
        ))}
      </ul>,
    ),
  ),
  typography: section(
    'Typography',
    'One family, eight sizes, tabular figures.',
    part(
      'Headings',
      'Special Gothic in 400, 500 and 700. Sentence case, no capitals, tight as type for a poster. The two largest shrink in narrow windows.',
      <TypeRows isHeading />,
    ),
    part(
      'Body text',
      'Nothing is smaller than 13. Numbers have figures of one width, a true minus and a thin space in thousands.',
      <>
        <TypeRows isHeading={false} />
        <Paragraph />
      </>,
    ),
  ),
  icons: section(
    'Icons',
    'Solid, on a grid of 24, bars of 3, straight ends.',
    part(
      'All icons',
      'Drawn for this product. An icon takes the colour of the words beside it; alone in a button it has a label.',
      specimens(104, allIcons),
    ),
  ),
  rings: section(
    'Rings',
    'A rifff is its loops, cut like paper and laid into each other.',
    part(
      'States',
      'Ink never changes with sound. A state is outline, hatch, keyline, or place.',
      specimens(
        208,
        RING_STATES.map(([title, text, state]) => [
          title,
          <RingPicture key={title} sizePx={208} state={state} />,
          text,
        ]),
      ),
    ),
    part(
      'Arriving',
      'The notch cuts a new loop in, once round.',
      specimens(
        168,
        [...ARRIVING, LANDED].map((state, at) => [
          ['Beat 1', 'Bar 2', 'Bar 4', 'Bar 6', 'Bar 8', 'Landed'][at],
          <RingPicture key={String(at)} rings={GROWING[7]} sizePx={168} state={state} />,
        ]),
      ),
    ),
    part(
      'One to eight',
      'A new loop is the new outside. The rest keep their order.',
      specimens(
        112,
        GROWING.map((rings) => [
          rings.length,
          <RingPicture key={rings.length} rings={rings} sizePx={128} />,
        ]),
      ),
    ),
    part(
      'Character',
      'A rifff that stands still says how it sounds: tempo is the hole, brightness the depth of the cuts, and how busy each loop is the number of its cells. Mutes change none of it. Where a play disc lies in it, the hole is never narrower than .15.',
      specimens(
        304,
        CHARACTERS.map(([title, text, state, rings]) => [
          title,
          <RingPicture key={title} rings={rings} sizePx={208} state={state} />,
          text,
        ]),
      ),
    ),
    part(
      'Small',
      'Fewer rings, fewer cells, deeper cuts: eight rings from 96, five from 56, four from 40.',
      [128, 64, 40].map((sizePx) => (
        <div key={sizePx} className={styles.small}>
          {OTHERS.map((rings, at) => (
            <RingPicture key={String(at)} rings={rings} sizePx={sizePx} />
          ))}
        </div>
      )),
    ),
  ),
  knives: section(
    'Knives',
    'Every category is cut in its own way, so a ring is known without its colour.',
    part(
      'Categories',
      'One sound under nine knives: as a ring of its own, and as the pictogram of the category.',
      specimens(
        304,
        SLUGS.map((slug) => {
          const { title, knife, cells } = CATEGORIES[slug];
          return [title, <Knife key={slug} slug={slug} />, `${knife}, ${cells} cells`];
        }),
      ),
    ),
    part(
      'Laid flat',
      'In lists and lanes the same edge runs from left to right.',
      specimens(
        320,
        SLUGS.map((slug) => [CATEGORIES[slug].title, <Strip key={slug} slug={slug} />]),
      ),
    ),
  ),
};
