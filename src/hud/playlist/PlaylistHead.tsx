import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { reportClub } from '../../data/queries/clubs.ts';
import { reportProfile } from '../../data/queries/people.ts';
import { useRemovePlaylist } from '../../data/queries/playlists.ts';
import { itemSeconds } from '../../data/rules/playlist/playable.ts';
import { clockText, itemsOf, type PlaylistView } from '../../data/rules/playlist/view.ts';
import { hasScope } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { useEngine } from '../EngineContext.tsx';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { formatCount } from '../parts/controls/format.ts';
import { playlistExportDialog } from '../parts/export/exportPiece.ts';
import { LaterReport } from '../parts/page/LaterDialog.tsx';
import { endList } from '../parts/playlist/listPlaying.ts';
import { PlaylistShareLinks } from '../parts/playlist/PlaylistShareLinks.tsx';
import { DemoMark, PersonLink } from '../parts/shares/Byline.tsx';
import { useReader } from '../parts/shares/useReader.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { Menu, type MenuItem } from '../system/Menu.tsx';
import styles from './PlaylistRoom.module.css';

/** How many there are and how long they play, as far as that is known. */
function sizeText(view: PlaylistView): string {
  const items = itemsOf(view);
  const seconds = items.reduce((sum, item) => sum + (itemSeconds(item) ?? 0), 0);
  const isWhole = items.length === view.order.length;
  const count = formatCount(view.order.length, 'item');
  return seconds === 0 ? count : `${count}, ${isWhole ? '' : 'more than '}${clockText(seconds)}`;
}

interface PlaylistHeadProps {
  view: PlaylistView;
  isPlaying: boolean;
  /** Is there anything to play? */
  canPlay: boolean;
  onPlay(): void;
  onEdit(): void;
}

/** What a playlist is called, whose it is, and what can be done with all of it. */
export function PlaylistHead(props: PlaylistHeadProps) {
  const { view, isPlaying, canPlay, onPlay, onEdit } = props;
  const { name, description, clubId, clubName, owner, displayName, access, mayEdit, isDemo } =
    view.playlist;
  return (
    <header>
      <h1 className={`${styles.name} clamp`} title={name}>
        {name}
      </h1>
      <p className={styles.by}>
        {clubId !== null ? (
          <>
            <Link to={`/club/${encodeURIComponent(clubId)}`} className="link hoverLine anywhere">
              {clubName}
            </Link>
            <span className="muted regular">made by </span>
          </>
        ) : null}
        <PersonLink userId={owner} displayName={displayName} />
        {isDemo && <DemoMark />}
        {clubId === null && access === 'private' && (
          <span className="muted regular">only you see it</span>
        )}
      </p>
      {description && <p className={styles.description}>{description}</p>}
      <p className="top16 muted">{sizeText(view)}</p>
      <div className="row wrap gap8 top24">
        <Button
          size="lg"
          variant="filled"
          icon={isPlaying ? 'pause' : 'play'}
          disabled={!canPlay}
          onClick={onPlay}
        >
          {isPlaying ? 'Pause' : 'Play all'}
        </Button>
        {mayEdit && (
          <IconButton icon="edit" label="Edit" size="lg" variant="outlined" onClick={onEdit} />
        )}
        <More playlist={view.playlist} canExport={canPlay} />
      </div>
    </header>
  );
}

interface MoreProps {
  playlist: PlaylistView['playlist'];
  canExport: boolean;
}

function More({ playlist, canExport }: MoreProps) {
  const reader = useReader();
  const { id, name, mayEdit, clubId, owner } = playlist;
  const mayDelete = mayEdit || hasScope('moderator');
  const mayReport = reader !== '' && !mayEdit && owner !== '';
  const navigate = useNavigate();
  const engine = useEngine();
  const [opened, setOpened] = useState<'pass-on' | 'export' | 'report' | 'delete' | null>(null);
  const close = (isOpen: boolean) => setOpened((now) => (isOpen ? now : null));
  const removal = useRemovePlaylist(id);
  const items: MenuItem[] = [
    { id: 'pass-on', title: 'Pass it on', icon: 'share', run: () => setOpened('pass-on') },
    ...(canExport
      ? [
          {
            id: 'export',
            title: 'Export',
            icon: 'download' as const,
            run: () => setOpened('export'),
          },
        ]
      : []),
    ...(mayReport
      ? [{ id: 'report', title: 'Report', icon: 'flag' as const, run: () => setOpened('report') }]
      : []),
    ...(mayDelete
      ? [{ id: 'delete', title: 'Delete', icon: 'bin' as const, run: () => setOpened('delete') }]
      : []),
  ];
  const remove = async () => {
    await removal.mutateAsync();
    endList(engine, id);
    notify(`${name} is deleted.`);
    void navigate('/profile?tab=playlists', { replace: true });
  };
  return (
    <>
      <Menu
        label={`More about ${name}`}
        items={items}
        trigger={<IconButton icon="more" label="More" size="lg" variant="outlined" />}
      />
      <Dialog isOpen={opened === 'pass-on'} onOpenChange={close} title="Pass it on">
        <PlaylistShareLinks playlist={playlist} />
      </Dialog>
      {opened === 'export' && (
        <playlistExportDialog.Piece playlistId={id} isOpen onOpenChange={close} />
      )}
      {opened === 'report' && (
        <LaterReport
          isOpen
          onOpenChange={close}
          onReport={(why) => {
            // Who made it, or its club, is what the moderators look at.
            const reason = `Playlist “${name}”: ${why}`.slice(0, 500);
            return clubId === null ? reportProfile(owner, reason) : reportClub(clubId, reason);
          }}
        />
      )}
      <ConfirmDialog
        isOpen={opened === 'delete'}
        onClose={() => setOpened(null)}
        title={`Delete ${name}?`}
        deed="Delete it"
        run={remove}
      >
        <p>What is in it stays where it is. The playlist itself cannot be brought back.</p>
      </ConfirmDialog>
    </>
  );
}
