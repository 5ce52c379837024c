import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { keepDraftsNow } from '../../data/drafts.ts';
import { removeFromThisDevice, setSyncing } from '../../data/stores/followSync.ts';
import { sync } from '../../data/stores/sync.ts';
import { notify } from '../../data/stores/ui.ts';
import type { DeviceHolds } from '../../data/sync/run.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { formatCount } from '../parts/controls/format.ts';
import { formatBytes } from '../parts/export/exportChoice.ts';
import { FormSection, PanelState } from '../parts/forms/FormSection.tsx';
import { SyncLine } from '../parts/sync/SyncLine.tsx';
import { Button } from '../system/Button.tsx';
import { Switch } from '../system/Switch.tsx';
import styles from './AccountPanels.module.css';

/** What this device keeps for an account; null until it was counted. */
function useHolds(userId: string) {
  const { changed, waiting } = useSnapshot(sync);
  const [holds, setHolds] = useState<DeviceHolds | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again when something changed, or on wish
  useEffect(() => {
    let isHere = true;
    const count = async () => {
      try {
        const { countHeld } = await import('../../data/sync/run.ts');
        const counted = await countHeld(userId);
        if (isHere) setHolds(counted);
      } catch (cause) {
        if (isHere) setError(cause instanceof Error ? cause : new Error(String(cause)));
      }
    };
    setError(null);
    void keepDraftsNow().then(count);
    return () => {
      isHere = false;
    };
  }, [userId, changed, waiting, tries]);
  return { holds, error, again: () => setTries((count) => count + 1) };
}

const rowsOf = ({ drafts, takes, takeBytes, heard }: DeviceHolds) => [
  { what: 'Drafts', much: formatCount(drafts, 'draft') },
  {
    what: 'Takes that no room has yet',
    much: takes > 0 ? `${formatCount(takes, 'take')}, ${formatBytes(takeBytes)}` : '0 takes',
  },
  { what: 'Heard last', much: formatCount(heard, 'rifff') },
];

/** What this device stores for the account, whether it syncs, and a button that deletes it from the device. */
export function ThisDeviceSection({ userId }: { userId: string }) {
  const { holds, error, again } = useHolds(userId);
  const { state } = useSnapshot(sync);
  const [isAsking, setAsking] = useState(false);
  if (!holds) return <PanelState error={error} onRetry={again} />;
  const isEmpty = holds.drafts + holds.takes + holds.heard === 0;
  const remove = async () => {
    try {
      await removeFromThisDevice();
      notify('Nothing of yours is kept on this device any more, and syncing is off here.');
    } catch (cause) {
      console.error('The device could not be cleared', cause);
      notify('That did not work. Close the other windows of this site and try again.');
    }
    again();
  };
  return (
    <FormSection
      title="This device"
      text="What you make is kept here first, so that no network is needed for it, and goes to your other devices from here."
    >
      <SyncLine />
      <ul className="lineAbove">
        {rowsOf(holds).map(({ what, much }) => (
          <li key={what} className="row gap16 tall64 lineBelow">
            <div className={`fill ${styles.what}`}>
              <p>{what}</p>
            </div>
            <p className="muted">{much}</p>
          </li>
        ))}
      </ul>
      <Switch
        isOn={state !== 'off'}
        onChange={setSyncing}
        hint="Off: drafts stay where they were made. Other devices keep what they have."
      >
        Sync with my other devices
      </Switch>
      <div className="row wrap gap12">
        <Button disabled={isEmpty} onClick={() => setAsking(true)}>
          Remove from this device
        </Button>
        {isEmpty && <span className="muted">There is nothing here.</span>}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Remove from this device?"
        deed={holds.waiting > 0 ? 'Remove all the same' : 'Remove'}
        run={remove}
      >
        <p>
          {holds.waiting > 0
            ? `${formatCount(holds.waiting, 'thing')} of it no other device has: they would be lost.`
            : 'Your other devices keep all of it, and it comes back when you turn syncing on again.'}
        </p>
      </ConfirmDialog>
    </FormSection>
  );
}
