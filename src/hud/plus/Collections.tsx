import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useSnapshot } from 'valtio';
import { categoryOf } from '../../data/contract/categories.ts';
import type { PartnerCollection } from '../../data/contract/plans.ts';
import { collectionsQuery } from '../../data/queries/plans.ts';
import { registerPath } from '../../data/rules/account/redirects.ts';
import { locale } from '../../data/stores/locale.ts';
import { patchPool } from '../../data/stores/pool.ts';
import { QueryList } from '../kit/QueryList.tsx';
import { formatCount } from '../parts/controls/format.ts';
import { KnifeGlyph } from '../parts/LoopGlyph.tsx';
import { CollectionTerms } from '../parts/plans/CollectionTerms.tsx';
import { TillButton } from '../parts/plans/TillButton.tsx';
import { usePriceText } from '../parts/plans/usePriceText.ts';
import { useTill } from '../parts/plans/useTill.ts';
import { useMember } from '../parts/shares/useReader.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { Trouble } from '../system/Submit.tsx';
import styles from './Plus.module.css';

/** Where a collection is one's own, what it costs, or that it cannot be bought. */
function Deed({ collection }: { collection: PartnerCollection }) {
  const { product, name, price, isOwned, id } = collection;
  const { pathname } = useLocation();
  const isMember = useMember() !== '';
  const priceText = usePriceText();
  const till = useTill();
  if (isOwned) {
    return (
      <>
        <p className="bold">Yours</p>
        <Button
          size="sm"
          variant="bare"
          to="/jam"
          aria-label={`Make something with ${name}`}
          onClick={() => patchPool({ pack: id })}
        >
          Make something with it
        </Button>
      </>
    );
  }
  if (!price) return <p className="muted">Not sold on this server now. A code unlocks it.</p>;
  const words = `Get for ${priceText(price)}`;
  if (!isMember) {
    return (
      <Button size="sm" to={registerPath(pathname)} aria-label={`${name}: ${words}`}>
        {words}
      </Button>
    );
  }
  return (
    <>
      <Trouble title={till.trouble} />
      <TillButton
        size="sm"
        label={`${name}: ${words}`}
        isBusy={till.isBusy}
        onGo={() => till.pay(product)}
      >
        {words}
      </TillButton>
    </>
  );
}

/** One collection: whose it is, what is in it, what may be done with it. */
function Collection({ collection }: { collection: PartnerCollection }) {
  const { name, partner, description, licence, loopCount, loops } = collection;
  return (
    <li className={styles.collection}>
      <div className="fill anywhere">
        <h3 className="t18">{name}</h3>
        <p className="muted">by {partner}</p>
        {description && <p className={styles.description}>{description}</p>}
        <details className={styles.details}>
          <summary className="markerless">
            <span className="link">{formatCount(loopCount, 'loop')}</span>
          </summary>
          <ul className={styles.loops}>
            {loops.map((loop) => (
              <li key={loop.id} className={styles.loop}>
                <KnifeGlyph category={categoryOf(loop.category).slug} sizePx={20} />
                <span className="fill anywhere">{loop.name}</span>
                <span className="muted t13">{categoryOf(loop.category).title}</span>
              </li>
            ))}
          </ul>
        </details>
        <details className={styles.details}>
          <summary className="markerless">
            <span className="link">Licence: {licence.title}</span>
          </summary>
          <CollectionTerms licence={licence} />
        </details>
      </div>
      <div className={styles.deed}>
        <Deed collection={collection} />
      </div>
    </li>
  );
}

/** Collections of partners: loops that are unlocked once, for good. */
export function Collections() {
  const { region } = useSnapshot(locale);
  const query = useQuery(collectionsQuery(region));
  return (
    <section className={`split ${styles.section}`} aria-labelledby="collections">
      <div>
        <h2 id="collections" className="t24">
          Partner collections
        </h2>
        <p className="muted top8">
          Loops that others made for you, paid once and kept for good. You need no plus for them.
        </p>
      </div>
      <div className={styles.content}>
        <QueryList
          query={query}
          what="The collections"
          isPlural
          skeleton={
            <div role="status" aria-label="Loading" className="grid gap12">
              <Skeleton width="60%" height={24} />
              <Skeleton width="40%" height={16} />
            </div>
          }
          isEmpty={query.data?.length === 0}
          empty={<ListState isSmall title="No collections here yet" />}
        >
          <ul>
            {query.data?.map((collection) => (
              <Collection key={collection.id} collection={collection} />
            ))}
          </ul>
        </QueryList>
      </div>
    </section>
  );
}
