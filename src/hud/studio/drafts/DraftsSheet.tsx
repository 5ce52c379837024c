import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { draft, openStored, showCommitted } from '../../../data/stores/draft.ts';
import { sync } from '../../../data/stores/sync.ts';
import { notify } from '../../../data/stores/ui.ts';
import { formatBpm, formatCount } from '../../parts/controls/format.ts';
import { useNames } from '../../parts/people/useNames.ts';
import { SyncLine } from '../../parts/sync/SyncLine.tsx';
import { useRegionText } from '../../parts/useRegionText.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { ListState } from '../../system/ListState.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import { Tabs } from '../../system/Tabs.tsx';
import styles from '../surface/Surface.module.css';
import { DraftRow, KeptRow } from './DraftRow.tsx';
import { useKept } from './useKept.ts';

type Kept = ReturnType<typeof useKept>;

const ROWS = ['a', 'b', 'c', 'd'];

function Coming() {
  return (
    <div role="status" aria-label="Loading">
      {ROWS.map((row) => (
        <div key={row} className={styles.draftsRow}>
          <Skeleton width="100%" height={48} />
        </div>
      ))}
    </div>
  );
}

interface ListProps extends Pick<Kept, 'drafts' | 'heard' | 'remove'> {
  onClose(): void;
}

function DraftList({ drafts, remove, onClose }: ListProps) {
  const { rifff } = useSnapshot(draft);
  // A deleted draft leaves the list at once; it is deleted from the device afterwards.
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  if (!drafts) return <Coming />;
  const shown = drafts.filter(({ _id }) => !gone.has(_id));
  if (shown.length === 0) {
    return (
      <ListState isSmall title="No drafts yet">
        Put a loop into the rings, and it is kept here by itself.
      </ListState>
    );
  }
  return (
    <ul>
      {shown.map((one) => (
        <DraftRow
          key={one._id}
          draft={one}
          isOpen={one.rifff._id === rifff._id}
          onOpen={() => {
            onClose();
            openStored(one).catch((cause) => {
              console.error('The draft was not opened', cause);
              notify('The draft could not be opened. What was open stays.');
            });
          }}
          onRemove={() => {
            setGone((before) => new Set([...before, one._id]));
            void remove(one._id);
          }}
        />
      ))}
    </ul>
  );
}

function HeardList({ heard, onClose }: ListProps) {
  const text = useRegionText();
  const { rifff: open } = useSnapshot(draft);
  const nameOf = useNames();
  if (!heard) return <Coming />;
  if (heard.length === 0) {
    return (
      <ListState isSmall title="Nothing heard yet">
        Rifffs of rooms that you listen to are kept here, to be heard without a network.
      </ListState>
    );
  }
  return (
    <ul>
      {heard.map(({ _id, title, rifff, updated }) => {
        const { jamId = '', loops, state } = rifff;
        const who = nameOf(rifff.userName, rifff);
        const more = [
          who && `by ${who}`,
          formatCount(loops.length, 'loop'),
          `${formatBpm(state.bps)} BPM`,
          text.age(updated),
        ];
        return (
          <li key={_id} className={styles.draftsRow}>
            <KeptRow
              rifff={rifff}
              title={title}
              more={more.filter(Boolean).join(', ')}
              isOpen={open.parent?.rifffId === rifff._id}
              onOpen={() => {
                onClose();
                showCommitted(rifff, jamId ?? '', title);
              }}
            />
          </li>
        );
      })}
    </ul>
  );
}

export interface DraftsSheetProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Every draft of the account, of its other devices too, and what was heard last: each opens in the editor. */
export function DraftsSheet({ isOpen, onOpenChange }: DraftsSheetProps) {
  const [tab, setTab] = useState('drafts');
  const { drafts, heard, isFailed, read, remove } = useKept();
  const { state } = useSnapshot(sync);
  const lists = { drafts, heard, remove, onClose: () => onOpenChange(false) };
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="On this device" isTall>
      <div className={styles.sheet} data-sync={state}>
        <SyncLine />
        {isFailed ? (
          <ListState
            isSmall
            role="alert"
            title="This device cannot read what it keeps"
            action={
              <Button size="sm" icon="reset" onClick={() => void read()}>
                Try again
              </Button>
            }
          >
            Nothing is lost: it is asked again when you open this.
          </ListState>
        ) : (
          <Tabs
            label="What this device keeps"
            value={tab}
            onValueChange={setTab}
            items={[
              { value: 'drafts', title: 'Drafts', content: <DraftList {...lists} /> },
              { value: 'heard', title: 'Last heard', content: <HeardList {...lists} /> },
            ]}
          />
        )}
      </div>
    </Dialog>
  );
}
