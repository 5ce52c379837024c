import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { Profile } from '../data/contract/accounts.ts';
import { ApiError } from '../data/contract/errors.ts';
import { profileQuery } from '../data/queries/profiles.ts';
import { ui } from '../data/stores/ui.ts';
import styles from '../hud/parts/Page.module.css';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { useReader } from '../hud/parts/shares/useReader.ts';
import { FailedState } from '../hud/system/ListState.tsx';

export interface PersonPageProps {
  userId: string;
  /** What of them the page shows, for its title. */
  what?: string;
  skeleton: ReactNode;
  children(profile: Profile): ReactNode;
}

/** A page about somebody, once it is known who that is. */
export function PersonPage({ userId, what, skeleton, children }: PersonPageProps) {
  const { isOnline } = useSnapshot(ui);
  const reader = useReader();
  const { data, error, isError, fetchStatus, refetch } = useQuery({
    ...onPage(profileQuery(userId, reader)),
    // Who reads is known a moment later than who is read about.
    placeholderData: keepPreviousData,
  });
  const name = data?.displayName || userId;
  usePageTitle(what ? `${name}, ${what}` : name);
  // A name that cannot be one is nobody's, too.
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    throw new ApiError('not_found', error.message);
  }
  if (data) return children(data);
  if (!isError && fetchStatus !== 'paused') return skeleton;
  return (
    <>
      <div className={styles.head}>
        <h1 className="clamp t64">{userId}</h1>
      </div>
      <FailedState isOffline={!isOnline} what="This profile" onRetry={() => void refetch()} />
    </>
  );
}
