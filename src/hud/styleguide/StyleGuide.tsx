import { useEffect, useLayoutEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { usePageTitle } from '../parts/page/page.ts';
import { Button } from '../system/Button.tsx';
import links from '../system/Tabs.module.css';
import { useInSight } from '../system/useInSight.ts';
import { CONTROLS } from './controls.tsx';
import { forceStates } from './forceStates.ts';
import { FOUNDATIONS } from './foundations.tsx';
import type { GuideSection } from './guideParts.tsx';
import { MESSAGES } from './messages.tsx';
import { RingPicture } from './RingPicture.tsx';
import styles from './StyleGuide.module.css';

/** Of the look, not of the app. */
export const STYLE_VERSION = '3.0.0';

const { colours, typography, icons, rings, knives } = FOUNDATIONS;

/** The sections in their order; the first three are the specification's own. */
export const GUIDE_SECTIONS: readonly GuideSection[] = [
  colours,
  typography,
  CONTROLS.buttons,
  icons,
  ...Object.values(CONTROLS).slice(1),
  ...Object.values(MESSAGES),
  rings,
  knives,
];

/** A section by the last segment of its address. */
export function guideSection(id: string): GuideSection | undefined {
  return GUIDE_SECTIONS.find((one) => one.id === id);
}

function SectionRow({ section, isHere }: { section: GuideSection; isHere: boolean }) {
  const { hash } = useLocation();
  return (
    <li>
      <NavLink
        to={`/styleguide/${section.id}`}
        className={`${links.link} focusInside ${styles.section}`}
      >
        {section.title}
      </NavLink>
      {isHere && (
        <ul className={`narrowAway ${styles.parts}`}>
          {section.parts.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="hoverPaper focusInside"
                aria-current={hash === `#${id}` ? 'location' : undefined}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** A section: every part of it under its anchor. */
function Section({ section }: { section: GuideSection }) {
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title}>{section.title}</h2>
        <p className="t18">{section.text}</p>
      </header>
      {section.parts.map(({ id, title, text, content }) => (
        <section key={id} className={styles.part} aria-labelledby={id}>
          <h3 id={id} className="t24">
            {title}
          </h3>
          <p className={styles.partText}>{text}</p>
          {content}
        </section>
      ))}
    </>
  );
}

const ART_STATE = { notch: 0.12 };

/** What holds everywhere, and where to find the rest. */
function Overview() {
  return (
    <>
      <div className={styles.cover}>
        <div>
          <h2 className={styles.coverTitle}>
            Printed
            <br />
            matter
          </h2>
          <p className={`${styles.lead} t18`}>
            Ink is for loops, everything else is paper on ground, and energy is geometry, never
            light.
          </p>
          <Button to="/stylev3" icon="expand">
            All of it on one sheet
          </Button>
        </div>
        <div className={styles.art}>
          <RingPicture sizePx={400} state={ART_STATE} />
        </div>
      </div>
      <ul>
        {GUIDE_SECTIONS.map(({ id, title, text }) => (
          <li key={id}>
            <Link to={`/styleguide/${id}`} className={styles.entry}>
              <b className="hoverThick">{title}</b>
              <span className="muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** `/styleguide` and its sections: every part of the system in every state. Without a section: what holds. */
export function StyleGuide({ section }: { section: GuideSection | null }) {
  usePageTitle(section ? `Style guide, ${section.title}` : 'Style guide');
  const { hash } = useLocation();
  const row = useRef<HTMLUListElement>(null);
  useInSight(row, '[aria-current="page"]', section?.id);
  useLayoutEffect(forceStates, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section has other anchors
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash, section]);
  return (
    <div className={`${styles.page} over`}>
      <div className={styles.side}>
        <h1 className="t24">
          <NavLink to="/styleguide" end className="hoverThick">
            Style guide
          </NavLink>
        </h1>
        <p className={`${styles.version} t13`}>Version {STYLE_VERSION}</p>
        <nav aria-label="Sections">
          <ul ref={row} className={`lineBelow ${styles.sections}`}>
            {GUIDE_SECTIONS.map((one) => (
              <SectionRow key={one.id} section={one} isHere={one === section} />
            ))}
          </ul>
        </nav>
      </div>
      <div className={styles.content}>
        {section ? <Section key={section.id} section={section} /> : <Overview />}
      </div>
    </div>
  );
}
