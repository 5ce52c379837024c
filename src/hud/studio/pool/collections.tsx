/** Collections of partners in the pool: those that the account holds are packs like others, the rest is one row. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Pack } from '../../../data/contract/library.ts';
import { libraryPacksQuery } from '../../../data/queries/library.ts';
import { pool } from '../../../data/stores/pool.ts';
import { formatCount } from '../../parts/controls/format.ts';
import { useSite } from '../../parts/page/page.ts';
import { LicenceLine } from '../../parts/shares/LicenceLine.tsx';
import styles from './Pool.module.css';

/** May its loops be used? A collection that the account does not hold shows none. */
export function isOpenPack({ collection }: Pick<Pack, 'collection'>): boolean {
  return !collection || collection.isOwned === true;
}

/** Of the pack that is shown, where it is a collection: whose it is, and what may be done with its loops. */
export function HeldCollection() {
  const chosen = useSnapshot(pool).pack;
  const pack = useQuery(libraryPacksQuery).data?.find(({ id }) => id === chosen);
  if (!pack?.collection || !isOpenPack(pack)) return null;
  const { partner, licence } = pack.collection;
  return (
    <p className={styles.licence}>
      {pack.name} by {partner}, yours. <LicenceLine licence={licence.slug} />: {licence.terms}
    </p>
  );
}

/** Link to collections that the account does not hold; nothing where there are none, or no plans. */
export function OtherCollections() {
  const site = useSite();
  const packs = useQuery(libraryPacksQuery).data;
  const others = packs?.filter((pack) => !isOpenPack(pack)).length ?? 0;
  if (!site?.hasPlans || others === 0) return null;
  return (
    <Link to="/plus" className={`hoverPaper ${styles.otherPacks}`}>
      {formatCount(others, 'partner collection')} to get
    </Link>
  );
}
