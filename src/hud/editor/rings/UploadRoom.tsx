import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { storageQuery } from '../../../data/queries/allowance.ts';
import { isNearlyFull } from '../../../data/rules/account/storage.ts';
import { uploads } from '../../../data/stores/uploads.ts';
import { Later, lazyComponent } from '../../parts/page/lazyPiece.tsx';
import { useReader } from '../../parts/shares/useReader.ts';
import styles from './Rings.module.css';

const { Piece: StorageBar } = lazyComponent(
  async () => (await import('../../parts/StorageBar.tsx')).StorageBar,
);

/** Beside loops on their way: how much room is left in the account, once that is nearly taken. */
export function UploadRoom() {
  const isMember = useReader() !== '';
  const { queued, completed } = useSnapshot(uploads);
  const { data, refetch } = useQuery({ ...storageQuery, enabled: isMember });
  const isWithoutRoom = queued.some((entry) => entry.isWithoutRoom);
  // Whatever arrived took some, and what found none says that it is time to look.
  const moves = `${completed.length} ${isWithoutRoom}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when something moved
  useEffect(() => {
    if (isMember) void refetch();
  }, [moves, refetch]);
  if (!data || !(isWithoutRoom || isNearlyFull(data))) return null;
  return (
    <li className={styles.room}>
      <Later>
        <StorageBar storage={data} />
      </Later>
      <Link to="/account?tab=data" className="rigid underline">
        Your room
      </Link>
    </li>
  );
}
