import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Profile } from '../data/contract/accounts.ts';
import { profileQuery } from '../data/queries/profiles.ts';
import { onPage, pageData, usePageTitle } from '../hud/parts/page/page.ts';

export interface PersonPageProps {
  userId: string;
  /** What of them the page shows, for its title. */
  what?: string;
  skeleton: ReactNode;
  children(profile: Profile): ReactNode;
}

/** A page about a person, once it is known who that is. */
export function PersonPage({ userId, what, skeleton, children }: PersonPageProps) {
  const query = useQuery(onPage(profileQuery(userId)));
  // A name that cannot be one is unknown, too.
  const profile = pageData(query, 'This profile');
  const name = profile?.displayName || userId;
  usePageTitle(what ? `${name}, ${what}` : name);
  return profile ? children(profile) : skeleton;
}
