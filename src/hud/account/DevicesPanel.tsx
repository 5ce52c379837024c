import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { endOtherSessions, endSession, sessionsQuery } from '../../data/queries/account.ts';
import { timeText } from '../../data/stores/locale.ts';
import { notify } from '../../data/stores/ui.ts';
import { useSave } from '../kit/useSave.ts';
import { FormSection, PanelState } from '../parts/forms/FormSection.tsx';
import page from '../parts/Page.module.css';
import { onPage } from '../parts/page/page.ts';
import { Button } from '../system/Button.tsx';
import styles from './AccountPanels.module.css';
import { ThisDeviceSection } from './ThisDeviceSection.tsx';

/** Every device but this one. */
const ALL_OTHERS = Symbol('all others');

/** What this device keeps, and where the account is signed in. */
export function DevicesPanel({ userId }: { userId: string }) {
  return (
    <div className={page.sections}>
      <ThisDeviceSection userId={userId} />
      <SignedInDevices />
    </div>
  );
}

/** Where the account is signed in. */
function SignedInDevices() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(onPage(sessionsQuery));
  const { isBusy, trouble, run } = useSave(async (device: string | typeof ALL_OTHERS) => {
    if (device === ALL_OTHERS) await endOtherSessions();
    else await endSession(device);
    notify(
      device === ALL_OTHERS ? 'Every other device is signed out.' : 'That device is signed out.',
    );
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  });
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  const others = data.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <FormSection
      title="Devices"
      text={
        <p className="textLinks">
          Where you are signed in. Sign out what you do not know, and change your password then. Who
          came in before stands under <Link to="/account?tab=sign-in">Sign-in</Link>.
        </p>
      }
      trouble={trouble}
    >
      <ul className="lineAbove">
        {data.map(({ id, device, region, isCurrent, lastUsed, created }) => {
          const name = device || 'A browser';
          return (
            <li key={id} className="row gap16 tall64 lineBelow">
              <div className={`fill ${styles.what}`}>
                <p>{name}</p>
                <p className="t13 muted">
                  {isCurrent ? 'This device' : `Last used ${timeText(lastUsed)}`}
                  {`, signed in ${timeText(created)}${region ? ` in ${region}` : ''}`}
                </p>
              </div>
              {!isCurrent && (
                <Button size="xs" onClick={() => void run(id)} aria-label={`Sign out ${name}`}>
                  Sign out
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="row wrap gap12">
        <Button disabled={others === 0} aria-busy={isBusy} onClick={() => void run(ALL_OTHERS)}>
          Sign out all others
        </Button>
        {others === 0 && <span className="muted">There is only this one.</span>}
      </div>
    </FormSection>
  );
}
