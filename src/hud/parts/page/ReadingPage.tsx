import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import links from '../../system/Tabs.module.css';
import { usePageTitle } from './page.ts';
import styles from './ReadingPage.module.css';
import rifffPage from './RifffPage.module.css';

/** Pages that stand beside each other, under a name where there are several groups of them. */
export interface PageGroup {
  readonly title?: string;
  readonly pages: readonly { readonly to: string; readonly title: string }[];
}

interface ReadingPageProps {
  /** Name of the list of pages, for screen readers. */
  label: string;
  groups: readonly PageGroup[];
  title: string;
  /** One or two sentences that say it all. */
  lead: ReactNode;
  children?: ReactNode;
}

/** A text for reading: its sisters on the left, one column in the middle. */
export function ReadingPage({ label, groups, title, lead, children }: ReadingPageProps) {
  usePageTitle(title);
  return (
    <div className={`${styles.page} over`}>
      <nav className={`lineBelow ${styles.sisters}`} aria-label={label}>
        {groups.map(({ title: name = '', pages }) => (
          <div key={name}>
            {name && <p className="muted top16 below8 t13">{name}</p>}
            <ul>
              {pages.map(({ to, title: page }) => (
                <li key={to}>
                  <NavLink to={to} end className={links.link}>
                    {page}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <article className={`min0 ${styles.text}`}>
        <h1 className={`${rifffPage.rifffTitle} ${styles.title}`}>{title}</h1>
        <p className={`${styles.lead} t18`}>{lead}</p>
        {children}
      </article>
    </div>
  );
}
