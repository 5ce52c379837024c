import type { ReactNode } from 'react';
import styles from '../parts/forms/FormSection.module.css';
import { PersonAvatar } from '../parts/people/PersonAvatar.tsx';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { useRegionText } from '../parts/useRegionText.ts';

interface MemberRowProps {
  userId: string;
  displayName: string;
  /** What they are there, and since when in ms; left out for a person who is not in it. */
  role?: string;
  since?: number;
  /** What can be done about them. */
  children?: ReactNode;
}

/** One person of a list of members. */
export function MemberRow({ userId, displayName, role, since, children }: MemberRowProps) {
  const text = useRegionText();
  return (
    <li className={styles.person} data-member={role && userId}>
      <PersonAvatar userId={userId} name={displayName} size={32} />
      <p className="stack fill">
        <span className="truncate" title={displayName}>
          <PersonLink userId={userId} displayName={displayName} hasPage={role !== 'guest'} />
        </span>
        {since !== undefined && (
          <span className="t13 muted">
            {role} since {text.day(since)}
          </span>
        )}
      </p>
      {children}
    </li>
  );
}
