import type { Storage } from '../../data/contract/allowance.ts';
import { isNearlyFull, storageText, usedShare } from '../../data/rules/account/storage.ts';
import { Progress } from '../system/Progress.tsx';

/** How much of its room an account has taken; a figure alone where nothing limits it. */
export function StorageBar({ storage }: { storage: Storage }) {
  const share = usedShare(storage);
  const text = storageText(storage);
  if (share === null) return <p>{text} taken. Nothing limits it on this server.</p>;
  const label = share >= 1 ? 'No room left' : isNearlyFull(storage) ? 'Nearly full' : 'Taken';
  return <Progress label={label} value={share} text={text} />;
}
