import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ClubPage } from '../../data/contract/clubs.ts';
import { keepsOrder } from '../../data/rules/jam/standing.ts';
import { AddressTabs } from '../kit/AddressTabs.tsx';
import { Section } from '../kit/Section.tsx';
import { EditHere } from '../parts/forms/EditHere.tsx';
import page from '../parts/Page.module.css';
import { NewPlaylist } from '../parts/playlist/NewPlaylist.tsx';
import { PlaylistRows } from '../parts/playlist/PlaylistRows.tsx';
import { GridSkeleton } from '../parts/shares/ShareGrid.tsx';
import { useMedia } from '../parts/useMedia.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { ChannelList } from './ChannelList.tsx';
import { ClosingLine } from './ClosingLine.tsx';
import { ClubAbout } from './ClubAbout.tsx';
import { ClubBanner } from './ClubBanner.tsx';
import { ClubEdit } from './ClubEdit.tsx';
import styles from './ClubRoom.module.css';
import { ClubTracks } from './ClubTracks.tsx';
import { MemberList } from './MemberList.tsx';

/** The playlists of a club, each shown by its first rifffs. The owner and the moderators can make more. */
function ClubPlaylists({ club }: { club: ClubPage }) {
  const { id, playlists, role, closes } = club;
  const [isMaking, setMaking] = useState(false);
  const mayMake = keepsOrder(role) && closes === null;
  return (
    <>
      {playlists.length === 0 ? (
        <ListState
          isSmall
          title="No playlists"
          action={
            <Button size="sm" to="/listen">
              Listen
            </Button>
          }
        >
          What the club puts in order to be heard stands here.
        </ListState>
      ) : (
        <PlaylistRows playlists={playlists} isInClub />
      )}
      {mayMake && (
        <p className={styles.tool}>
          <Button size="sm" icon="plus" onClick={() => setMaking(true)}>
            New playlist
          </Button>
        </p>
      )}
      <NewPlaylist clubId={id} isOpen={isMaking} onOpenChange={setMaking} />
    </>
  );
}

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
        <EditHere id="edit-club" title="Edit the club">
          <ClubEdit club={club} />
        </EditHere>
      ) : isNarrow ? (
        <NarrowBody club={club} />
      ) : (
        <div className={styles.body}>
          <ClubAbout club={club} />
          <div className={styles.main}>
            <Section id="club-channels" title="Channels" space="below16">
              <ChannelList club={club} />
            </Section>
            <ClubTracks club={club} title="Tracks" />
          </div>
          <div className={styles.side}>
            <Section id="club-playlists" title="Playlists" space="below16">
              <ClubPlaylists club={club} />
            </Section>
            <Section id="club-members" title="Members" space="below16">
              <MemberList club={club} />
            </Section>
          </div>
        </div>
      )}
    </>
  );
}

/** The same in a narrow window, one part at a time. */
function NarrowBody({ club }: { club: ClubPage }) {
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
        <AddressTabs label="The club" items={items} />
      </div>
    </>
  );
}

/** Placeholder of the page until the club is loaded. */
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
