import { Button } from '../system/Button.tsx';
import { Trouble } from '../system/Form.tsx';
import { Spinner } from '../system/Loading.tsx';
import styles from './DeviceSignIn.module.css';
import { UNREACHABLE } from './failure.ts';
import { QrCode } from './QrCode.tsx';
import { useDeviceSignIn } from './useDeviceSignIn.ts';

/** `1:05` */
function clock(sec: number): string {
  return `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`;
}

/** The code of this device, waiting to be approved on another one. */
export function DeviceSignIn() {
  const { state, renew } = useDeviceSignIn();
  if (state.kind === 'starting') {
    return (
      <div className={styles.room} role="status">
        <div className={styles.blank}>
          <Spinner size={32} />
        </div>
        <p>Asking for a code</p>
      </div>
    );
  }
  if (state.kind !== 'waiting') {
    return (
      <div className={styles.over}>
        {state.kind === 'expired' && <p className="t18">This code is no longer good.</p>}
        {state.kind === 'refused' && (
          <p className="t18">The other device refused. Nobody was signed in.</p>
        )}
        {state.kind === 'failed' && (
          <Trouble title={state.isUnreachable ? UNREACHABLE : state.message} />
        )}
        <Button variant="filled" onClick={renew}>
          New code
        </Button>
      </div>
    );
  }
  const { start, leftSec, isUnreachable } = state;
  const address = new URL('/remote-register', window.location.origin);
  address.searchParams.set('remoteToken', start.remoteToken);
  return (
    <div className={styles.room}>
      <QrCode text={address.href} label="Code that opens the approving page" />
      <div className={styles.beside}>
        <p className={styles.caption}>Both devices show</p>
        <p className={styles.code}>{start.code}</p>
        <p className={styles.caption}>
          {isUnreachable ? 'Offline, trying again' : 'Waiting for the other device'}
          <span className={styles.left}>{clock(leftSec)}</span>
        </p>
        <details className={styles.address}>
          <summary>No camera?</summary>
          <p>Open this address on the other device:</p>
          <p className={styles.url}>{address.href}</p>
        </details>
      </div>
    </div>
  );
}
