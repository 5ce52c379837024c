import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { waitingText } from '../../../data/rules/offline/waitingText.ts';
import { commit } from '../../../data/stores/commit.ts';
import { syncNow } from '../../../data/stores/followSync.ts';
import { sync } from '../../../data/stores/sync.ts';
import { ui } from '../../../data/stores/ui.ts';
import { sendEverything, startSending, unsent } from '../../../data/stores/waiting.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { Icon } from '../../system/Icon.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import styles from '../Shell.module.css';
import { WaitingList } from './WaitingList.tsx';

/**
 * What waits to be sent, as a button that lists it: without a network, or where something has been tried in vain.
 * @param props.children stand there instead while nothing waits
 */
export function WaitingMark({ children }: { children: ReactNode }) {
  const { isOnline } = useSnapshot(ui);
  // Changes of the account that is signed in; 0 without one.
  const { waiting: changes, state: syncState } = useSnapshot(sync);
  const { unsent: rifffs, entries, isRetrying } = useSnapshot(commit);
  const { messages } = useSnapshot(unsent);
  const [isOpen, setOpen] = useState(false);
  useEffect(startSending, []);
  const isStuck =
    isRetrying ||
    syncState === 'failed' ||
    entries.some(({ state }) => state === 'refused') ||
    messages.some(({ state }) => state === 'refused');
  const count = rifffs + messages.length + changes;
  const words = waitingText({ rifffs, messages: messages.length, changes });
  const isShown = words !== '' && (!isOnline || isStuck);
  return (
    <>
      {isShown ? (
        <button
          type="button"
          className={styles.mark}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Icon name={isOnline ? 'warning' : 'offline'} size={16} />
          {!isOnline && (
            <>
              <span>Offline</span>
              <VisuallyHidden>. </VisuallyHidden>
            </>
          )}
          <span className="visuallyHidden">{words}</span>
          <span className={styles.count} aria-hidden="true">
            {count}
          </span>
        </button>
      ) : (
        children
      )}
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Waiting to be sent"
        description={
          isOnline
            ? 'It is kept on this device until the server has it.'
            : 'There is no network. Everything here is kept on this device, and goes by itself when the network is back.'
        }
        actions={
          <Button
            size="sm"
            icon="reset"
            disabled={!isOnline || count === 0}
            onClick={() => {
              sendEverything();
              syncNow();
            }}
          >
            Send now
          </Button>
        }
      >
        <WaitingList />
      </Dialog>
    </>
  );
}
