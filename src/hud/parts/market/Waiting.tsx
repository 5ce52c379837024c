import { Spinner } from '../../system/Loading.tsx';
import styles from '../wallet/Wallet.module.css';

/** Says what is waited for. */
export function Waiting({ children }: { children: string }) {
  return (
    <p className={styles.waiting} role="status">
      <Spinner size={20} />
      {children}
    </p>
  );
}
