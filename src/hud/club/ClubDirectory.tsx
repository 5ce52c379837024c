import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { clubsQuery, myClubsQuery } from '../../data/queries/clubs.ts';
import { entryPath } from '../../data/rules/account/redirects.ts';
import { onceEach } from '../../data/rules/pages.ts';
import { session } from '../../data/stores/session.ts';
import { PageFrame, PageHead } from '../kit/PageFrame.tsx';
import { QueryList } from '../kit/QueryList.tsx';
import pageStyles from '../parts/Page.module.css';
import { Directory, useNarrowing } from '../parts/page/Directory.tsx';
import { LaterCode } from '../parts/page/LaterDialog.tsx';
import { onPage, usePageTitle } from '../parts/page/page.ts';
import { useMember } from '../parts/shares/useReader.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { ClubCards } from './ClubCards.tsx';
import styles from './ClubRoom.module.css';
import { NewClubDialog } from './NewClubDialog.tsx';

/** Address of the form for a new club. A person who has to sign in first comes back to it. */
const MAKING = '/clubs?make=1';

/** `/clubs`: the clubs of the account, and those that are open to everyone, which play at a tap. */
export function ClubDirectory() {
  usePageTitle('Clubs');
  const member = useMember();
  const { user } = useSnapshot(session);
  const [search, setSearch] = useSearchParams();
  const [isCode, setCode] = useState(false);
  const isMaking = member !== '' && search.has('make');
  const make = (is: boolean) => setSearch(is ? { make: '1' } : {}, { replace: true });
  const own = useQuery({ ...myClubsQuery, enabled: member !== '' });
  const mine = own.data;
  const makeButton = (
    <Button
      variant="filled"
      icon="plus"
      {...(member === ''
        ? { to: entryPath(MAKING, user?.guestOf !== undefined) }
        : { onClick: () => make(true) })}
    >
      Make a club
    </Button>
  );
  return (
    <PageFrame>
      <PageHead title="Clubs">
        <div className={pageStyles.tools}>
          <Button onClick={() => setCode(true)}>Join by code</Button>
          {makeButton}
        </div>
      </PageHead>
      {member !== '' && (
        <section
          className={`below48 ${styles.section}`}
          aria-labelledby="my-clubs"
          aria-busy={!mine}
        >
          <h2 id="my-clubs" className="t24">
            Yours
          </h2>
          <QueryList
            query={own}
            what="Your clubs"
            isPlural
            skeleton={null}
            isEmpty={mine?.length === 0}
            empty={
              <p className={`${styles.lead} muted`}>
                You are in no club yet. Tap one below to hear it, or make one of your own.
              </p>
            }
          >
            <ClubCards name="mine" clubs={mine ?? []} hasKeys />
          </QueryList>
        </section>
      )}
      <OpenClubs hasKeys={!mine || mine.length === 0} />
      <NewClubDialog isOpen={isMaking} onOpenChange={make} />
      <LaterCode
        page="clubs/join"
        description="Those who look after a club make codes for it, as twelve letters and digits or as a link."
        isOpen={isCode}
        onOpenChange={setCode}
      />
    </PageFrame>
  );
}

/** Clubs that anyone may join, narrowed by words and by what is live. Without words those that one is in are left out. */
function OpenClubs({ hasKeys }: { hasKeys: boolean }) {
  const narrowing = useNarrowing();
  const { search, isLive, isNarrowed } = narrowing;
  const query = useInfiniteQuery(onPage(clubsQuery({ search, isLive })));
  const { data } = query;
  const clubs = useMemo(() => {
    const once = onceEach(
      data?.pages ?? [],
      (page) => page.clubs,
      ({ id }) => id,
    );
    return isNarrowed ? once : once.filter(({ role }) => role === null);
  }, [data, isNarrowed]);
  const total = data?.pages[0]?.total;
  return (
    <Directory
      what="club"
      placeholder="Name or words"
      narrowing={narrowing}
      query={query}
      isEmpty={clubs.length === 0}
      empty={
        <NoClubs
          isLive={isLive}
          isSearched={search !== ''}
          isInAll={total !== undefined && total > 0}
        />
      }
    >
      <ClubCards name="open" clubs={clubs} hasKeys={hasKeys} />
    </Directory>
  );
}

interface NoClubsProps {
  isLive: boolean;
  isSearched: boolean;
  /** There are clubs, and the reader is a member of all of them. */
  isInAll: boolean;
}

/** Empty list: says why, and where there is something to hear. */
function NoClubs({ isLive, isSearched, isInAll }: NoClubsProps) {
  const rooms = <Button to="/jams">Hear the open rooms</Button>;
  if (isSearched) {
    return <ListState title="No club has these words">Try fewer of them.</ListState>;
  }
  if (isLive) {
    return (
      <ListState title="Nothing is live right now" action={rooms}>
        A club is live for ten minutes after its newest rifff. “All” has every open club.
      </ListState>
    );
  }
  if (isInAll) return <ListState isSmall title="You are in every open club" action={rooms} />;
  return (
    <ListState title="No open clubs yet" action={rooms}>
      Make one: it has channels to play in, playlists, and people who come back.
    </ListState>
  );
}
