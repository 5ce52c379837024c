import { useMemo } from 'react';
import { Link } from 'react-router';
import type { LineageEntry } from '../../../data/contract/jams.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { SOMEONE_WHO_LEFT } from '../../../data/rules/makers.ts';
import { RifffPlace } from '../rings/RifffPlace.tsx';
import styles from './Lineage.module.css';
import { PersonLink } from './PersonLink.tsx';

export interface LineageRowProps {
  entry: LineageEntry;
  /** Its document, where it can be read and has arrived. */
  rifff: Rifff | undefined;
  age: string;
}

/** One rifff of a line. What cannot be read is named calmly, without a link. */
export function LineageRow({ entry, rifff, age }: LineageRowProps) {
  const { isReadable, hasLeft, user_id: userId, displayName, shareId, title, rifffId } = entry;
  const view = useMemo(() => (rifff ? { rifff, isLive: false, marginPx: 1 } : null), [rifff]);
  const isDrawn = view !== null && view.rifff.loops.length > 0;
  const hidden = hasLeft ? `A rifff of ${SOMEONE_WHO_LEFT}` : 'A rifff that is not public';
  const name = isReadable ? title || 'Untitled' : hidden;
  return (
    <li className={styles.row}>
      <span className={styles.disc}>
        {isDrawn ? (
          <RifffPlace id={`lineage.${rifffId}`} view={view} />
        ) : (
          <span className={styles.hollow} />
        )}
      </span>
      <span className={styles.words}>
        {isReadable && shareId ? (
          <Link to={`/rifff/${shareId}`} className={`${styles.link} truncate`} title={name}>
            {name}
          </Link>
        ) : (
          <span className={`truncate ${isReadable ? styles.plain : 'muted'}`} title={name}>
            {name}
          </span>
        )}
        <span className="t13 muted truncate">
          {isReadable && (
            <>
              <PersonLink userId={userId} displayName={displayName} />, {age}
            </>
          )}
        </span>
      </span>
    </li>
  );
}
