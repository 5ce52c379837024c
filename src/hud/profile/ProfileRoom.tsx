import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Profile } from '../../data/contract/accounts.ts';
import { sharedByQuery } from '../../data/queries/feed.ts';
import { ShareList } from '../parts/shares/ShareList.tsx';
import { useReader } from '../parts/shares/useReader.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { ProfileHead } from './ProfileHead.tsx';

/** A person and what they shared. */
export function ProfileRoom({ profile }: { profile: Profile }) {
  const reader = useReader();
  const isOwn = reader === profile.user_id;
  const query = useInfiniteQuery({
    ...sharedByQuery(profile.user_id, reader),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ProfileHead profile={profile} isOwn={isOwn} />
      <section aria-label="Shared rifffs">
        <ShareList
          query={query}
          what="This list"
          isOfOne
          empty={
            <ListState
              title="Nothing shared yet"
              action={
                isOwn && (
                  <Button to="/jam" variant="filled" icon="plus">
                    Start a rifff
                  </Button>
                )
              }
            >
              {isOwn
                ? 'What you share stands here, for everybody to hear.'
                : 'What they share stands here.'}
            </ListState>
          }
        />
      </section>
    </>
  );
}
