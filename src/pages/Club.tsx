import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { clubQuery } from '../data/queries/clubs.ts';
import { session } from '../data/stores/session.ts';
import { ClubRoom, ClubSkeleton } from '../hud/club/ClubRoom.tsx';
import { PageFrame } from '../hud/kit/PageFrame.tsx';
import { onPage, pageData, usePageTitle } from '../hud/parts/page/page.ts';

/** Where a club may be that cannot be seen from outside. */
const HINT =
  'A club by invitation is seen by its members alone. If you were given a code, “Join by code” among the clubs lets you in.';

/** `/club/{id}`: a club, for people who may see it. */
export function Club() {
  const { id = '' } = useParams();
  const { status } = useSnapshot(session);
  const query = useQuery({
    ...onPage(clubQuery(id)),
    enabled: status !== 'unknown',
  });
  const club = pageData(query, 'This club', HINT);
  usePageTitle(club?.name ?? 'Club');
  return <PageFrame>{club ? <ClubRoom key={club.id} club={club} /> : <ClubSkeleton />}</PageFrame>;
}
