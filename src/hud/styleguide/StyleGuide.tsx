import { type ComponentType, useEffect, useLayoutEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';

import { usePageTitle } from '../parts/page/page.ts';
import { useInSight } from '../system/useInSight.ts';
import { forceStates } from './forceStates.ts';
import { Overview } from './Overview.tsx';
import styles from './StyleGuide.module.css';
import { ButtonsSection } from './sections/ButtonsSection.tsx';
import { CardsSection } from './sections/CardsSection.tsx';
import { ChoicesSection } from './sections/ChoicesSection.tsx';
import { ColoursSection } from './sections/ColoursSection.tsx';
import { DialogsSection } from './sections/DialogsSection.tsx';
import { FieldsSection } from './sections/FieldsSection.tsx';
import { IconsSection } from './sections/IconsSection.tsx';
import { KnivesSection } from './sections/KnivesSection.tsx';
import { LoadingSection } from './sections/LoadingSection.tsx';
import { MenusSection } from './sections/MenusSection.tsx';
import { NoticesSection } from './sections/NoticesSection.tsx';
import { PeopleSection } from './sections/PeopleSection.tsx';
import { RingsSection } from './sections/RingsSection.tsx';
import { SlidersSection } from './sections/SlidersSection.tsx';
import { TablesSection } from './sections/TablesSection.tsx';
import { TabsSection } from './sections/TabsSection.tsx';
import { TypographySection } from './sections/TypographySection.tsx';
import { GUIDE_SECTIONS, type GuideSection, STYLE_VERSION } from './sections.ts';

const CONTENTS: Readonly<Record<string, ComponentType>> = {
  colours: ColoursSection,
  typography: TypographySection,
  buttons: ButtonsSection,
  icons: IconsSection,
  fields: FieldsSection,
  choices: ChoicesSection,
  sliders: SlidersSection,
  menus: MenusSection,
  dialogs: DialogsSection,
  notices: NoticesSection,
  tabs: TabsSection,
  people: PeopleSection,
  cards: CardsSection,
  tables: TablesSection,
  loading: LoadingSection,
  rings: RingsSection,
  knives: KnivesSection,
};

function SectionRow({ section, isHere }: { section: GuideSection; isHere: boolean }) {
  const { hash } = useLocation();
  return (
    <li>
      <NavLink to={`/styleguide/${section.id}`} className={styles.section}>
        {section.title}
      </NavLink>
      {isHere && (
        <ul className={styles.parts}>
          {section.parts.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className={styles.partLink}
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
  const Content = section ? CONTENTS[section.id] : Overview;
  return (
    <div className={`${styles.page} over`}>
      <div className={styles.side}>
        <h1 className="t24">
          <NavLink to="/styleguide" end className={styles.home}>
            Style guide
          </NavLink>
        </h1>
        <p className={`${styles.version} t13`}>Version {STYLE_VERSION}</p>
        <nav aria-label="Sections">
          <ul ref={row} className={styles.sections}>
            {GUIDE_SECTIONS.map((one) => (
              <SectionRow key={one.id} section={one} isHere={one === section} />
            ))}
          </ul>
        </nav>
      </div>
      <div className={styles.content}>
        {section && (
          <header className={styles.head}>
            <h2 className={styles.title}>{section.title}</h2>
            <p className="t18">{section.text}</p>
          </header>
        )}
        {Content && <Content />}
      </div>
    </div>
  );
}
