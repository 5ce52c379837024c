import type { ReactNode } from 'react';
import { Link } from 'react-router';
import page from '../parts/Page.module.css';

/** The room of a page below the header of the site; `PageHead` comes first in it where the page shows a name. */
export function PageFrame({ children }: { children: ReactNode }) {
  return <div className={`${page.page} over`}>{children}</div>;
}

interface PageHeadProps {
  title: ReactNode;
  /** Is the title a text that a person typed? It may be long. */
  isTyped?: boolean;
  /** What stands beside the title: choices, buttons, a sentence. */
  children?: ReactNode;
}

/** The name of a page in large type. */
export function PageHead({ title, isTyped = false, children }: PageHeadProps) {
  return (
    <div className={page.head}>
      <h1 className={`${page.title} t64 ${isTyped ? `${page.wrapTitle} phone40` : ''}`}>{title}</h1>
      {children}
    </div>
  );
}

interface PageChoicesProps {
  /** Name of the group for screen readers. */
  label: string;
  choices: readonly {
    readonly to: string;
    readonly title: ReactNode;
    readonly isCurrent: boolean;
  }[];
  /** Does a choice take the place of the address, instead of coming behind it? */
  isReplacing?: boolean;
  /** What narrows the page further. */
  children?: ReactNode;
}

/** Which part of what a page lists is shown, each under an address of its own. */
export function PageChoices({ label, choices, isReplacing = false, children }: PageChoicesProps) {
  return (
    <nav className={page.choices} aria-label={label}>
      {choices.map(({ to, title, isCurrent }) => (
        <Link
          key={to}
          to={to}
          replace={isReplacing}
          className={`hoverPaper ${page.choice}`}
          aria-current={isCurrent ? 'true' : undefined}
        >
          {/* One piece, so that the line under it is one. */}
          <span>{title}</span>
        </Link>
      ))}
      {children}
    </nav>
  );
}
