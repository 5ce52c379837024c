import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Profile } from '../data/contract/accounts.ts';
import { profileQuery } from '../data/queries/profiles.ts';
import { onPage, pageData, usePageTitle } from '../hud/parts/page/page.ts';
import { useReader } from '../hud/parts/shares/useReader.ts';

export interface PersonPageProps {
  userId: string;
  /** What of them the page shows, for its title. */
  what?: string;
  skeleton: ReactNode;
  children(profile: Profile): ReactNode;
}

/** A page about a person, once it is known who that is. */
export function PersonPage({ userId, what, skeleton, children }: PersonPageProps) {
  const reader = useReader();
  const query = useQuery({
    ...onPage(profileQuery(userId, reader)),
    // Who reads is known a moment later than who is read about.
    placeholderData: keepPreviousData,
  });
  // A name that cannot be one is unknown, too.
  const profile = pageData(query, 'This profile');
  const name = profile?.displayName || userId;
  usePageTitle(what ? `${name}, ${what}` : name);
  return profile ? children(profile) : skeleton;
}
