import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { FAMILY_HOMES, MADE_FAMILIES } from '../../../data/contract/making.ts';
import { keepPack } from '../../../data/keepPack.ts';
import { libraryCreatorsQuery, libraryPacksQuery } from '../../../data/queries/library.ts';
import { isMadeFamily } from '../../../data/rules/draft/loopOrder.ts';
import { clearPoolFilter, type PoolOrder, patchPool, pool } from '../../../data/stores/pool.ts';
import { notify, ui } from '../../../data/stores/ui.ts';
import { formatBpm } from '../../parts/controls/format.ts';
import { useNames } from '../../parts/people/useNames.ts';
import { Button } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import { isOpenPack, OtherCollections } from './collections.tsx';
import styles from './Pool.module.css';

/** Has the pack on show stay on this device for times without a network; nothing where no worker could keep it. */
function KeepPack() {
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

const ORDERS = [
  { value: 'desc', title: 'Newest first' },
  { value: 'asc', title: 'Oldest first' },
];

/** The order of what sounds like a loop. */
const NEAREST = { value: 'like', title: 'Most alike first' };

/** Pack, creator and order of the pool. */
export function PoolFilters() {
  const { creatorId, pack, order, like } = useSnapshot(pool);
  const packs = (useQuery(libraryPacksQuery).data ?? []).filter(isOpenPack);
  const creators = useQuery(libraryCreatorsQuery).data ?? [];
  const nameOf = useNames();
  return (
    <div className={styles.filters}>
      <Select
        label="Pack"
        size="xs"
        value={pack}
        options={[
          { value: '', title: 'Every pack' },
          ...packs.map((one) => ({ value: one.id, title: `${one.name}, ${formatBpm(one.bps)}` })),
        ]}
        onValueChange={(value) => patchPool({ pack: value })}
      />
      <Select
        label="Creator"
        size="xs"
        value={creatorId}
        options={[
          { value: '', title: 'Everybody' },
          ...creators.map((one) => ({ value: one.creatorId, title: nameOf(one.creatorId) })),
        ]}
        onValueChange={(value) => patchPool({ creatorId: value })}
      />
      <Select
        label="Order"
        size="xs"
        value={like ? NEAREST.value : order}
        options={like ? [NEAREST, ...ORDERS] : ORDERS}
        onValueChange={(value) => {
          if (value !== NEAREST.value) patchPool({ order: value as PoolOrder, like: null });
        }}
      />
      <Button size="xs" variant="bare" className={styles.clear} onClick={clearPoolFilter}>
        Show everything
      </Button>
      <KeepPack />
      <OtherCollections />
    </div>
  );
}

const FAMILIES = [
  { value: '', title: 'The one of the rifff' },
  ...MADE_FAMILIES.map((id) => ({
    value: id,
    title: `${FAMILY_HOMES[id].name}, ${formatBpm(FAMILY_HOMES[id].bpm / 60)}`,
  })),
];

/** Whose way of playing loops are made in. */
export function MadeFilters() {
  const { pack } = useSnapshot(pool);
  return (
    <div className={styles.filters}>
      <Select
        label="Family"
        size="xs"
        value={isMadeFamily(pack) ? pack : ''}
        options={FAMILIES}
        onValueChange={(value) => patchPool({ pack: value })}
      />
      <Button size="xs" variant="bare" className={styles.clear} onClick={clearPoolFilter}>
        Show everything
      </Button>
    </div>
  );
}
