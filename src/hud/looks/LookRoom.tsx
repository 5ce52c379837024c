import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SavedLook } from '../../data/contract/savedLooks.ts';
import { reportLook, useChangeLook, useRemoveLook } from '../../data/queries/looks.ts';
import { homeUrl } from '../../data/rules/site/base.ts';
import { lookPath } from '../../data/rules/stage/lookAddress.ts';
import { hasScope } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { CopyField } from '../kit/CopyField.tsx';
import { useSave } from '../kit/useSave.ts';
import type { LookEntry } from '../parts/looks/LookGrid.tsx';
import { LookPicture } from '../parts/looks/LookPicture.tsx';
import { lookTitle } from '../parts/looks/shownLooks.ts';
import { type Sample, WithSample } from '../parts/looks/WithSample.tsx';
import { LaterReport } from '../parts/page/LaterDialog.tsx';
import rifffPage from '../parts/page/RifffPage.module.css';
import cards from '../parts/shares/Shares.module.css';
import { useLoginHref, useLoginWords, useMember } from '../parts/shares/useReader.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { Icon } from '../system/Icon.tsx';
import { Skeleton, Spinner } from '../system/Loading.tsx';
import { Menu, type MenuItem } from '../system/Menu.tsx';
import { Trouble } from '../system/Submit.tsx';
import { Switch } from '../system/Switch.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import { Origin } from './Origin.tsx';
import { UseInRoom } from './UseInRoom.tsx';

/** A name of so many characters is written smaller. */
const LONG = 28;

/** A look: its picture, which plays, whose it is and what it was made from, and what can be done with it. */
export function LookRoom({ entry }: { entry: LookEntry }) {
  const { key, saved } = entry;
  const title = lookTitle(entry);
  return (
    <article className={rifffPage.look}>
      <header className={rifffPage.titleWords}>
        <h1
          className={`${rifffPage.rifffTitle} clamp`}
          data-length={title.length > LONG ? 'long' : undefined}
          title={title}
        >
          {title}
        </h1>
        {saved ? <Origin saved={saved} /> : <p className="t18">A look of the house</p>}
      </header>
      <WithSample>{(sample) => <PlayedPicture entry={entry} sample={sample} />}</WithSample>
      <div className={rifffPage.side}>
        <Deeds entry={entry} />
        {saved?.mayEdit && <PublicSwitch saved={saved} />}
        <CopyField label="Link" value={`${homeUrl()}${lookPath(key)}`} done="Link copied." />
      </div>
    </article>
  );
}

/** The large picture. A tap anywhere on it plays, and the picture moves; another one stops it. */
function PlayedPicture({ entry, sample }: { entry: LookEntry; sample: Sample }) {
  const { key, look } = entry;
  const { rifff, isPlaying, isWaiting, trouble, toggle } = sample;
  const deed = isPlaying ? 'Pause' : isWaiting ? 'Loading' : 'Play';
  return (
    <div className={rifffPage.lookPicture}>
      <LookPicture
        placeId={`look.${key}`}
        look={look}
        rifff={rifff}
        isPlaying={isPlaying}
        className={cards.picture}
      >
        {rifff && (
          <button
            type="button"
            className={`bringsUp ${cards.play}`}
            aria-label={`${deed} ${lookTitle(entry)}`}
            aria-busy={isWaiting}
            onClick={toggle}
          >
            {/* While it plays nothing lies on the picture. */}
            <span className={`comesUp ${cards.disc}`} data-shown={!isPlaying || undefined}>
              {isWaiting ? (
                <Spinner size={20} />
              ) : (
                <Icon name={isPlaying ? 'pause' : 'play'} size={20} />
              )}
            </span>
          </button>
        )}
      </LookPicture>
      <p className="emptyAway t13 muted" role="status">
        {trouble}
      </p>
    </div>
  );
}

type Opened = 'room' | 'report' | 'delete';

/** What the reader may do with a look. */
function Deeds({ entry }: { entry: LookEntry }) {
  const { key, saved } = entry;
  const title = lookTitle(entry);
  const member = useMember();
  const loginHref = useLoginHref();
  const loginWords = useLoginWords();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const mayReport = member !== '' && saved?.access === 'public' && saved.user !== member;
  const mayDelete = saved !== null && (saved.mayEdit || hasScope('moderator'));
  const items: MenuItem[] = [
    ...(mayReport
      ? [{ id: 'report', title: 'Report', icon: 'flag' as const, run: () => setOpened('report') }]
      : []),
    ...(mayDelete
      ? [{ id: 'delete', title: 'Delete', icon: 'bin' as const, run: () => setOpened('delete') }]
      : []),
  ];
  return (
    <div className={rifffPage.deeds}>
      <Button
        to={`/looks/new?${new URLSearchParams({ from: key })}`}
        variant="filled"
        icon="branch"
      >
        Make your own of it
      </Button>
      {saved?.mayEdit && (
        <Button icon="edit" to={`${lookPath(key)}/edit`}>
          Edit
        </Button>
      )}
      {member === '' ? (
        <Button to={loginHref}>{loginWords} to use it in a room</Button>
      ) : (
        <Button aria-haspopup="dialog" onClick={() => setOpened('room')}>
          Use in a room
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          label={`More about ${title}`}
          items={items}
          trigger={<IconButton icon="more" label="More" size="md" variant="outlined" />}
        />
      )}
      <UseInRoom lookKey={key} isOpen={opened === 'room'} onOpenChange={close} />
      <LaterReport
        isOpen={opened === 'report'}
        onOpenChange={close}
        onReport={(reason) => reportLook(key, reason)}
      />
      {saved && <DeleteLook saved={saved} isOpen={opened === 'delete'} onClose={close} />}
    </div>
  );
}

interface DeleteLookProps {
  saved: SavedLook;
  isOpen: boolean;
  onClose(): void;
}

function DeleteLook({ saved, isOpen, onClose }: DeleteLookProps) {
  const { name } = saved.document;
  const { mutateAsync } = useRemoveLook(saved.id);
  const navigate = useNavigate();
  const remove = async () => {
    await mutateAsync();
    notify(`${name} is deleted.`);
    void navigate(saved.mayEdit ? '/looks?tab=yours' : '/looks', { replace: true });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete ${name}?`}
      deed="Delete it"
      run={remove}
    >
      <p>Rooms that use it keep it. The look itself cannot be brought back.</p>
    </ConfirmDialog>
  );
}

/** Says whether others see a look of one's own. */
function PublicSwitch({ saved }: { saved: SavedLook }) {
  const change = useChangeLook(saved.id);
  const save = useSave((isPublic: boolean) =>
    change.mutateAsync({ access: isPublic ? 'public' : 'private' }),
  );
  const access = (change.isPending && change.variables.access) || saved.access;
  return (
    <div>
      <Switch
        isOn={access === 'public'}
        onChange={(isPublic) => void save.run(isPublic)}
        hint={
          access === 'public'
            ? 'It stands in the gallery. Everybody may use it, and make their own of it.'
            : 'Only you see it. Rooms that use it keep it.'
        }
      >
        Public
      </Switch>
      <Trouble title={save.trouble} />
    </div>
  );
}

/** Keeps the room of a look that is still coming. */
export function LookSkeleton() {
  return (
    <div className={rifffPage.look} aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={rifffPage.titleWords}>
        <Skeleton width="80%" height={56} />
        <Skeleton width="50%" height={20} />
      </div>
      <div className={rifffPage.lookPicture}>
        <Skeleton shape="disc" width="100%" height="100%" />
      </div>
    </div>
  );
}
