import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { libraryCreatorsQuery, libraryPacksQuery } from '../../../data/queries/library.ts';
import { clearPoolFilter, type PoolOrder, patchPool, pool } from '../../../data/stores/pool.ts';
import { formatBpm } from '../../controls/format.ts';
import { Button } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import styles from './PoolFilters.module.css';

const ORDERS = [
  { value: 'desc', title: 'Newest first' },
  { value: 'asc', title: 'Oldest first' },
];

/** Pack, creator and order of the pool. */
export function PoolFilters() {
  const { creatorId, pack, order } = useSnapshot(pool);
  const packs = useQuery(libraryPacksQuery).data ?? [];
  const creators = useQuery(libraryCreatorsQuery).data ?? [];
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
          ...creators.map((one) => ({ value: one.creatorId, title: one.creatorId })),
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
    </div>
  );
}
