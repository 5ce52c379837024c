import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { keepPack } from '../../../data/keepPack.ts';
import { pool } from '../../../data/stores/pool.ts';
import { notify, ui } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';

/** Has the pack on show stay on this device for times without a network; nothing where no worker could keep it. */
export function KeepPack() {
  const { pack } = useSnapshot(pool);
  const { isOnline } = useSnapshot(ui);
  const [here, setHere] = useState<string | null>(null);
  if (pack === '' || !navigator.serviceWorker?.controller) return null;
  const keep = async () => {
    setHere('Keeping');
    try {
      const kept = await keepPack(pack, ({ here: count, total }) =>
        setHere(`${count} of ${total}`),
      );
      notify(
        kept.here === kept.total
          ? `All ${kept.total} loops of the pack stay on this device.`
          : `${kept.here} of ${kept.total} loops are here. Try again for the others.`,
      );
    } catch {
      notify('The pack could not be kept: the library does not answer.');
    } finally {
      setHere(null);
    }
  };
  return (
    <Button
      size="xs"
      icon="download"
      aria-busy={here !== null}
      disabled={!isOnline}
      onClick={() => here === null && void keep()}
    >
      {here ?? 'Keep for offline'}
    </Button>
  );
}
