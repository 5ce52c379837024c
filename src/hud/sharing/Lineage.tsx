import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { LineageEntry } from '../../data/contract/jams.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { lineageQuery, rifffsQuery } from '../../data/queries/jams.ts';
import { isKnown } from '../../data/rules/listening/familyPiece.ts';
import { SOMEONE_WHO_LEFT } from '../../data/rules/sharing/credits.ts';
import { Region } from '../kit/QueryList.tsx';
import { Section } from '../kit/Section.tsx';
import page from '../parts/Page.module.css';
import { RifffPlace } from '../parts/rings/RifffPlace.tsx';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Skeleton } from '../system/Loading.tsx';
import styles from './RifffRoom.module.css';

export interface LineageProps {
  jamId: string;
  rifffId: string;
}

/** What a rifff came from, and what came from it. */
export function Lineage({ jamId, rifffId }: LineageProps) {
  const query = useQuery(lineageQuery(jamId, rifffId));
  const { data } = query;
  const readable = useMemo(
    () => [...(data?.ancestors ?? []), ...(data?.children ?? [])].filter(isKnown),
    [data],
  );
  const { data: rifffs } = useQuery(rifffsQuery(readable));
  return (
    <Section id="lineage" title="Lineage" space="below8">
      <Region
        query={query}
        what="The lineage"
        skeleton={
          <div className={page.padBelow8}>
            <Skeleton width={180} height={12} />
          </div>
        }
      >
        {({ ancestors, children }) => (
          <>
            <Branch
              title="Came from"
              entries={ancestors}
              rifffs={rifffs}
              empty="Nothing before it: this is where it began."
            />
            <Branch
              title="What came of it"
              entries={children}
              rifffs={rifffs}
              empty="No answers yet."
            />
          </>
        )}
      </Region>
    </Section>
  );
}

interface BranchProps {
  title: string;
  entries: readonly LineageEntry[];
  rifffs: ReadonlyMap<string, Rifff> | undefined;
  empty: string;
}

/** One direction of a line of descent. */
function Branch({ title, entries, rifffs, empty }: BranchProps) {
  const text = useRegionText();
  return (
    <section className="below24">
      <h3 className={`${page.ruledRow} t13 muted`}>{title}</h3>
      {entries.length === 0 ? (
        <p className={page.padBelow8}>{empty}</p>
      ) : (
        <ul>
          {entries.map((entry, at) => (
            <LineageRow
              key={isKnown(entry) ? `${entry.jamId}/${entry.rifffId}` : at}
              entry={entry}
              rifff={isKnown(entry) ? rifffs?.get(entry.rifffId) : undefined}
              age={text.age(entry.created)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface LineageRowProps {
  entry: LineageEntry;
  /** Its document, where it can be read and has arrived. */
  rifff: Rifff | undefined;
  age: string;
}

/** One rifff of a line. What cannot be read is named calmly, without a link. */
function LineageRow({ entry, rifff, age }: LineageRowProps) {
  const { isReadable, hasLeft, user_id: userId, shareId, title, rifffId } = entry;
  const view = useMemo(() => (rifff ? { rifff, isLive: false, marginPx: 1 } : null), [rifff]);
  const isDrawn = view !== null && view.rifff.loops.length > 0;
  const hidden = hasLeft ? `A rifff of ${SOMEONE_WHO_LEFT}` : 'A rifff that is not public';
  const name = isReadable ? title || 'Untitled' : hidden;
  return (
    <li className={styles.row}>
      <span className={styles.rowDisc}>
        {isDrawn ? (
          <RifffPlace id={`lineage.${rifffId}`} view={view} />
        ) : (
          <span className={styles.hollow} />
        )}
      </span>
      <span className="grid min0">
        {isReadable && shareId ? (
          <Link
            to={`/rifff/${shareId}`}
            className="medium thickLine hoverUnderline tallLink truncate"
            title={name}
          >
            {name}
          </Link>
        ) : (
          <span className={`truncate ${isReadable ? 'medium' : 'muted'}`} title={name}>
            {name}
          </span>
        )}
        <span className="t13 muted truncate">
          {isReadable && (
            <>
              <PersonLink
                userId={userId}
                displayName={entry.displayName}
                importedFrom={entry.importedFrom}
              />
              , {age}
            </>
          )}
        </span>
      </span>
    </li>
  );
}
