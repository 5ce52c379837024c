import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { LineageEntry } from '../../../data/contract/jams.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { lineageQuery, rifffsQuery } from '../../../data/queries/lineage.ts';
import { ageText } from '../../../data/rules/age.ts';
import { ui } from '../../../data/stores/ui.ts';
import { FailedState } from '../../system/FailedState.tsx';
import { Skeleton } from '../../system/Skeleton.tsx';
import styles from './Lineage.module.css';
import { LineageRow } from './LineageRow.tsx';

export interface LineageProps {
  jamId: string;
  rifffId: string;
}

interface BranchProps {
  title: string;
  entries: readonly LineageEntry[];
  rifffs: ReadonlyMap<string, Rifff> | undefined;
  empty: string;
}

/** One direction of a line of descent. */
function Branch({ title, entries, rifffs, empty }: BranchProps) {
  return (
    <section className={styles.branch}>
      <h3 className={`${styles.name} t13 muted`}>{title}</h3>
      {entries.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <ul>
          {entries.map((entry) => (
            <LineageRow
              key={`${entry.jamId}/${entry.rifffId}`}
              entry={entry}
              rifff={rifffs?.get(entry.rifffId)}
              age={ageText(entry.created)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What a rifff came from, and what came from it. */
export function Lineage({ jamId, rifffId }: LineageProps) {
  const { data, isPending, isError, refetch } = useQuery(lineageQuery(jamId, rifffId));
  const { isOnline } = useSnapshot(ui);
  const readable = useMemo(
    () => [...(data?.ancestors ?? []), ...(data?.children ?? [])].filter((one) => one.isReadable),
    [data],
  );
  const { data: rifffs } = useQuery(rifffsQuery(readable));
  return (
    <section aria-labelledby="lineage">
      <h2 id="lineage" className={`${styles.title} t24`}>
        Lineage
      </h2>
      {isPending && (
        <div className={styles.empty}>
          <Skeleton width={180} height={12} />
        </div>
      )}
      {isError && (
        <FailedState
          isSmall
          isOffline={!isOnline}
          what="The lineage"
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <>
          <Branch
            title="Came from"
            entries={data.ancestors}
            rifffs={rifffs}
            empty="Nothing before it: this is where it began."
          />
          <Branch
            title="What came of it"
            entries={data.children}
            rifffs={rifffs}
            empty="Nobody has answered yet."
          />
        </>
      )}
    </section>
  );
}
