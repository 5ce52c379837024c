import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useSnapshot } from 'valtio';
import { formatDate } from '../../data/rules/locale.ts';
import { locale } from '../../data/stores/locale.ts';
import { LEGAL_DESTINATIONS } from '../parts/page/DestinationLink.tsx';
import { usePageTitle } from '../parts/page/page.ts';
import styles from './LegalPage.module.css';

export interface LegalPageProps {
  title: string;
  /** One or two sentences that say it all. */
  lead: ReactNode;
  /** When the text was last changed, as `2026-11-21`. */
  updated?: string;
  /** Said before the date, for instance `Version 1`. */
  version?: string;
  children?: ReactNode;
}

/** A text for reading: its sisters on the left, one column in the middle. */
export function LegalPage({ title, lead, updated, version, children }: LegalPageProps) {
  usePageTitle(title);
  const { region } = useSnapshot(locale);
  const date = updated && formatDate(Date.parse(updated), region, 'UTC');
  return (
    <div className={`${styles.page} over`}>
      <nav className={styles.sisters} aria-label="Legal texts">
        <ul>
          {LEGAL_DESTINATIONS.map(({ title: name, to = '' }) => (
            <li key={to}>
              <NavLink to={to} className={styles.sister}>
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <article className={styles.text}>
        <h1 className={styles.title}>{title}</h1>
        <p className={`${styles.lead} t18`}>{lead}</p>
        {date && (
          <p className={`${styles.date} t13`}>
            {version && `${version}, `}
            {version ? 'last' : 'Last'} changed on {date}
          </p>
        )}
        {children}
      </article>
    </div>
  );
}
