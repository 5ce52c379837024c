import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import type { ClubPage } from '../../data/contract/clubs.ts';
import { useClubChanges, useClubMembership } from '../../data/queries/clubChanges.ts';
import { forgetClub, refreshClubs, reportClub } from '../../data/queries/clubs.ts';
import { clubAccessText, heardChannels, standingText } from '../../data/rules/club/clubText.ts';
import { keepsOrder } from '../../data/rules/jam/standing.ts';
import { session } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import { LaterReport } from '../parts/page/LaterDialog.tsx';
import { DemoMark, PersonLink } from '../parts/shares/Byline.tsx';
import { useIsPupil, useLoginHref, useLoginWords, useMember } from '../parts/shares/useReader.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button, IconButton } from '../system/Button.tsx';
import type { MenuItem } from '../system/Menu.tsx';
import { Menu } from '../system/Menu.tsx';
import styles from './ClubRoom.module.css';
import { InviteDialog } from './InviteDialog.tsx';
import { useDownload } from './useDownload.ts';

/** What a club is about, who looks after it, and what can be done with it as a whole. */
export function ClubAbout({ club }: { club: ClubPage }) {
  const text = useRegionText();
  const channels = text.count(club.channelCount, 'channel');
  const isClass = useSnapshot(session).user?.pupilOf?.clubId === club.id;
  return (
    <div className="min0">
      <p className={styles.facts}>
        <span>
          {isClass ? 'The class' : club.access === 'open' ? 'An open club' : 'A club by invitation'}{' '}
          of <PersonLink userId={club.owner} /> {club.isDemo && <DemoMark />}
        </span>
        <span className="muted">
          {text.count(club.memberCount, 'member')}, {channels}, since {text.date(club.created)}.{' '}
          {club.role === null ? clubAccessText(club.access) : !isClass && standingText(club.role)}
        </span>
      </p>
      {club.description && <p className={styles.description}>{club.description}</p>}
      <ClubDeeds club={club} />
    </div>
  );
}

type Opened = 'invite' | 'leave' | 'delete' | 'report';

/** Join, invite, edit; the rest in a menu. */
function ClubDeeds({ club }: { club: ClubPage }) {
  const { id, name, role, access, closes, classId } = club;
  const member = useMember();
  const isPupil = useIsPupil();
  const loginHref = useLoginHref();
  const loginWords = useLoginWords();
  const navigate = useNavigate();
  const [, setSearch] = useSearchParams();
  const [open, setOpen] = useState<Opened | null>(null);
  const { join } = useClubMembership(id);
  const download = useDownload(club);
  const isOpen = closes === null;
  const isHeard = heardChannels(club.channels).length > 0;
  const failed = join.error ?? download.error;
  const items: MenuItem[] = [];
  // A class is left and taken along through its teacher alone.
  if (role !== null && !isPupil) {
    items.push({
      id: 'download',
      title: 'Download everything',
      icon: 'download',
      run: download.run,
    });
  }
  if (role !== null && role !== 'owner' && !isPupil) {
    items.push({
      id: 'leave',
      title: 'Leave the club',
      icon: 'external',
      run: () => setOpen('leave'),
    });
  }
  if (role === 'owner' && isOpen && !classId) {
    items.push({
      id: 'delete',
      title: 'Delete the club',
      icon: 'bin',
      run: () => setOpen('delete'),
    });
  }
  if (role !== 'owner') {
    items.push({
      id: 'report',
      title: 'Report',
      icon: 'flag',
      run: () => (member === '' ? void navigate(loginHref) : setOpen('report')),
    });
  }
  const mayJoin = !isPupil && role === null && access === 'open' && isOpen;
  return (
    <>
      <div className="row wrap gap8 top20">
        {mayJoin &&
          (member === '' ? (
            <Button variant="filled" size="sm" to={loginHref}>
              {loginWords} to join
            </Button>
          ) : (
            <Button
              variant="filled"
              size="sm"
              aria-busy={join.isPending}
              onClick={() => {
                if (join.isPending) return;
                join.mutate(undefined, { onSuccess: () => notify(`You are in ${name}.`) });
              }}
            >
              Join
            </Button>
          ))}
        {classId && (
          <Button size="sm" to={`/classes/${classId}`}>
            To the class
          </Button>
        )}
        {keepsOrder(role) && isOpen && !classId && (
          <Button
            // A club without a sound has something else to begin with.
            variant={isHeard ? 'filled' : 'outlined'}
            size="sm"
            icon="share"
            onClick={() => setOpen('invite')}
          >
            Invite
          </Button>
        )}
        {role === 'owner' && isOpen && (
          <Button size="sm" icon="edit" onClick={() => setSearch({ edit: '1' })}>
            Edit
          </Button>
        )}
        <Menu
          label={`More about ${name}`}
          items={items}
          trigger={<IconButton icon="more" label="More about the club" variant="outlined" />}
        />
      </div>
      {failed && (
        <p role="alert" className="top12">
          {troubleOf(readFailure(failed))}
        </p>
      )}
      {keepsOrder(role) && (
        <InviteDialog
          club={club}
          isOpen={open === 'invite'}
          onOpenChange={(is) => setOpen(is ? 'invite' : null)}
        />
      )}
      <LeaveDialog club={club} isOpen={open === 'leave'} onClose={() => setOpen(null)} />
      <DeleteDialog club={club} isOpen={open === 'delete'} onClose={() => setOpen(null)} />
      <LaterReport
        isOpen={open === 'report'}
        onOpenChange={(is) => setOpen(is ? 'report' : null)}
        onReport={(why) => reportClub(id, why)}
      />
    </>
  );
}

interface DeedDialogProps {
  club: ClubPage;
  isOpen: boolean;
  onClose(): void;
}

function LeaveDialog({ club, isOpen, onClose }: DeedDialogProps) {
  const navigate = useNavigate();
  const { leave } = useClubMembership(club.id);
  const queries = useQueryClient();
  const goOut = async () => {
    await leave.mutateAsync();
    notify(`You left ${club.name}.`);
    if (club.access !== 'open') {
      forgetClub(queries, club.id);
      void navigate('/clubs');
    }
    void refreshClubs(queries);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Leave ${club.name}?`}
      deed="Leave the club"
      run={goOut}
    >
      <p>
        What you made in it stays there under your name.{' '}
        {club.access === 'open'
          ? 'You can join again whenever you like.'
          : 'Only a code lets you in again.'}
      </p>
    </ConfirmDialog>
  );
}

/** Deletes a club, and says what becomes of what is in it. */
export function DeleteDialog({ club, isOpen, onClose }: DeedDialogProps) {
  const { remove } = useClubChanges(club.id);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete ${club.name}?`}
      deed="Delete the club"
      run={() => remove.mutateAsync()}
    >
      <p>
        It closes now and is gone in seven days. Until then its members can look, listen and
        download, and you can bring it back.
      </p>
      <p>
        What each member made in its channels is kept in their own jam. Its talk, playlists and
        codes go with it.
      </p>
    </ConfirmDialog>
  );
}
