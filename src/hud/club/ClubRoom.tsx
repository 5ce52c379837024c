import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { ClubPage } from '../../data/contract/clubs.ts';
import page from '../parts/Page.module.css';
import { GridSkeleton } from '../parts/shares/ShareGrid.tsx';
import { useMedia } from '../parts/useMedia.ts';
import { Button } from '../system/Button.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { Tabs } from '../system/Tabs.tsx';
import { ChannelList } from './ChannelList.tsx';
import { ClosingLine } from './ClosingLine.tsx';
import { ClubAbout } from './ClubAbout.tsx';
import { ClubBanner } from './ClubBanner.tsx';
import { ClubEdit } from './ClubEdit.tsx';
import { ClubPlaylists } from './ClubPlaylists.tsx';
import styles from './ClubRoom.module.css';
import { ClubTracks } from './ClubTracks.tsx';
import { MemberList } from './MemberList.tsx';

const NARROW = '(max-width: 991px)';

/** `/club/{id}`: what a club is, sounds like and who is in it. Its owner edits it where it stands. */
export function ClubRoom({ club }: { club: ClubPage }) {
  const [search] = useSearchParams();
  const isNarrow = useMedia(NARROW);
  const isEditing = club.role === 'owner' && club.closes === null && search.has('edit');
  return (
    <>
      <ClubBanner club={club} />
      {club.closes !== null && <ClosingLine club={club} closes={club.closes} />}
      {isEditing ? (
        <Editing club={club} />
      ) : isNarrow ? (
        <NarrowBody club={club} />
      ) : (
        <div className={styles.body}>
          <ClubAbout club={club} />
          <div className={styles.main}>
            <Section title="Channels">
              <ChannelList club={club} />
            </Section>
            <ClubTracks club={club} title="Tracks" />
          </div>
          <div className={styles.side}>
            <Section title="Playlists">
              <ClubPlaylists club={club} />
            </Section>
            <Section title="Members">
              <MemberList club={club} />
            </Section>
          </div>
        </div>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = `club-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="below16 t24">
        {title}
      </h2>
      {children}
    </section>
  );
}

const TABS = ['channels', 'playlists', 'members', 'tracks'] as const;

/** The same in a narrow window, one part at a time. */
function NarrowBody({ club }: { club: ClubPage }) {
  const [search, setSearch] = useSearchParams();
  const value = TABS.find((tab) => tab === search.get('tab')) ?? 'channels';
  const items = [
    { value: 'channels', title: 'Channels', content: <ChannelList club={club} /> },
    { value: 'playlists', title: 'Playlists', content: <ClubPlaylists club={club} /> },
    { value: 'members', title: 'Members', content: <MemberList club={club} /> },
    { value: 'tracks', title: 'Tracks', content: <ClubTracks club={club} /> },
  ];
  return (
    <>
      <ClubAbout club={club} />
      <div className="top24">
        <Tabs
          label="The club"
          items={items}
          value={value}
          onValueChange={(tab) => setSearch(tab === 'channels' ? {} : { tab }, { replace: true })}
        />
      </div>
    </>
  );
}

/** The forms of a club, on the page that they change. */
function Editing({ club }: { club: ClubPage }) {
  const [, setSearch] = useSearchParams();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <section aria-labelledby="edit-club">
      <div className={`${page.editHead} ${page.editTitle}`}>
        <h2 ref={title} id="edit-club" className="t24" tabIndex={-1}>
          Edit the club
        </h2>
        <Button size="sm" icon="check" onClick={() => setSearch({}, { replace: true })}>
          Done
        </Button>
      </div>
      <ClubEdit club={club} />
    </section>
  );
}

/** Keeps the room of a club until it is known what it is. */
export function ClubSkeleton() {
  return (
    <div role="status" aria-label="Loading the club">
      <div className={styles.banner} aria-hidden="true">
        <div className={`${page.onBanner} ${styles.who}`}>
          <Skeleton width="min(320px, 100%)" height={60} />
        </div>
      </div>
      <div className={styles.body} aria-hidden="true">
        <div>
          <Skeleton width={220} height={20} />
        </div>
        <div className={styles.main}>
          <GridSkeleton />
        </div>
      </div>
    </div>
  );
}
