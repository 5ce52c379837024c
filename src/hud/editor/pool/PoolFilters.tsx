import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { FAMILY_HOMES, MADE_FAMILIES } from '../../../data/contract/making.ts';
import { libraryCreatorsQuery, libraryPacksQuery } from '../../../data/queries/library.ts';
import { isMadeFamily } from '../../../data/rules/draft/loopOrder.ts';
import { clearPoolFilter, type PoolOrder, patchPool, pool } from '../../../data/stores/pool.ts';
import { formatBpm } from '../../parts/controls/format.ts';
import { useNames } from '../../parts/people/useNames.ts';
import { Button } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import { isOpenPack, OtherCollections } from './collections.tsx';
import { KeepPack } from './KeepPack.tsx';
import styles from './Pool.module.css';

const ORDERS = [
  { value: 'desc', title: 'Newest first' },
  { value: 'asc', title: 'Oldest first' },
];

/** Pack, creator and order of the pool. */
export function PoolFilters() {
  const { creatorId, pack, order } = useSnapshot(pool);
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
        value={order}
        options={ORDERS}
        onValueChange={(value) => patchPool({ order: value as PoolOrder })}
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
