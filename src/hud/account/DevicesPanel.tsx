import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeviceSession } from '../../data/contract/auth.ts';
import { endOtherSessions, endSession, sessionsQuery } from '../../data/queries/account.ts';
import { notify } from '../../data/stores/ui.ts';
import { onPage } from '../parts/page/page.ts';
import { Button } from '../system/Button.tsx';
import styles from './AccountPanels.module.css';
import { AccountSection } from './AccountSection.tsx';
import { PanelState } from './PanelState.tsx';
import { Trouble } from './Trouble.tsx';
import { useSaving } from './useSaving.ts';

/** Days as everywhere else, `21 Nov 2026`, and the time. */
const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

interface DeviceRowProps {
  device: DeviceSession;
  onEnd(): void;
}

function DeviceRow({ device, onEnd }: DeviceRowProps) {
  const name = device.device || 'A browser';
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>{name}</p>
        <p className="t13 muted">
          {device.isCurrent ? 'This device' : `Last used ${WHEN.format(device.lastUsed)}`}
          {`, signed in ${WHEN.format(device.created)}`}
        </p>
      </div>
      {!device.isCurrent && (
        <Button size="xs" onClick={onEnd} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}

/** Where the account is signed in. */
export function DevicesPanel({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const query = sessionsQuery(userId);
  const { data, error, refetch } = useQuery(onPage(query));
  const { isBusy, trouble, run } = useSaving();
  const after = async (text: string) => {
    notify(text);
    await queries.invalidateQueries({ queryKey: query.queryKey });
  };
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  const others = data.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <AccountSection
      title="Devices"
      text="Where you are signed in. Sign out what you do not know, and change your password then."
    >
      <Trouble title={trouble} />
      <ul className={styles.rows}>
        {data.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            onEnd={() =>
              void run(async () => {
                await endSession(device.id);
                await after('That device is signed out.');
              })
            }
          />
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          disabled={others === 0}
          aria-busy={isBusy}
          onClick={() =>
            void run(async () => {
              await endOtherSessions();
              await after('Every other device is signed out.');
            })
          }
        >
          Sign out all others
        </Button>
        {others === 0 && <span className={styles.saved}>There is only this one.</span>}
      </div>
    </AccountSection>
  );
}
