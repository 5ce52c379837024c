import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { CATEGORIES, LIBRARY_CATEGORIES } from '../../../data/contract/categories.ts';
import { libraryCreatorsQuery, libraryPacksQuery } from '../../../data/queries/library.ts';
import {
  clearPoolFilter,
  type PoolOrder,
  patchPool,
  pool,
  showAllCategories,
  toggleCategory,
} from '../../../data/stores/pool.ts';
import { formatBpm } from '../../parts/controls/format.ts';
import { KnifeGlyph } from '../../parts/LoopGlyph.tsx';
import { Button, IconButton } from '../../system/Button.tsx';
import { SearchField } from '../../system/SearchField.tsx';
import { Select } from '../../system/Select.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { HeldCollection, isOpenPack, OtherCollections } from './collections.tsx';
import { KeepPack } from './KeepPack.tsx';
import { LoopList } from './LoopList.tsx';
import styles from './Pool.module.css';

/** The loop pool as a column: what there is to build from. */
export function Pool() {
  return (
    <section className={styles.pool} aria-label="Loops">
      <PoolHead title="Loops" />
      <div className={styles.scroll}>
        <LoopList />
      </div>
    </section>
  );
}

/** What the list shows, in a few words. */
function summary(categories: readonly string[], isNarrowed: boolean, order: string): string {
  const first = categories[0] as keyof typeof CATEGORIES | undefined;
  const what =
    categories.length === 0
      ? 'All'
      : categories.length === 1 && first
        ? CATEGORIES[first].short
        : `${categories.length} kinds`;
  return `${isNarrowed ? `${what}, some` : what}, ${order === 'desc' ? 'newest' : 'oldest'}`;
}

/** Heading of the pool: categories by their knife, search, filters, and one loop at random. */
export function PoolHead({ title }: { title?: string }) {
  const { categories, creatorId, pack, search, order } = useSnapshot(pool, { sync: true });
  const [isSearching, setSearching] = useState(search !== '');
  const [isFiltering, setFiltering] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  const actions = useEditorActions();
  const closeSearch = () => {
    patchPool({ search: '' });
    setSearching(false);
    searchButton.current?.focus();
  };
  return (
    <div className={styles.head}>
      <div className={styles.titles}>
        {title && <h2 className="t24">{title}</h2>}
        <button
          type="button"
          className={styles.summary}
          aria-expanded={isFiltering}
          onClick={() => setFiltering(!isFiltering)}
        >
          {summary(categories, creatorId !== '' || pack !== '', order)}
        </button>
        <IconButton
          ref={searchButton}
          icon="search"
          label="Search loops"
          size="xs"
          aria-expanded={isSearching}
          data-command="pool.search"
          onClick={() => (isSearching ? closeSearch() : setSearching(true))}
        />
        <IconButton
          icon="dice"
          label="Add one at random"
          size="xs"
          onClick={() => void actions.addRandom()}
        />
      </div>
      {isSearching && (
        <SearchField
          label="Search loops"
          isLabelHidden
          autoFocus
          maxLength={80}
          placeholder="Part of a name"
          value={search}
          onValueChange={(text) => patchPool({ search: text })}
          onKeyDown={(event) => {
            // With words in it the first Escape empties it, the next one closes it.
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            closeSearch();
          }}
        />
      )}
      <fieldset className={styles.categories} aria-label="Categories">
        <button
          type="button"
          className={styles.all}
          aria-pressed={categories.length === 0}
          onClick={showAllCategories}
        >
          All
        </button>
        {LIBRARY_CATEGORIES.map((slug) => (
          <button
            key={slug}
            type="button"
            className={styles.category}
            aria-pressed={categories.includes(slug)}
            aria-label={CATEGORIES[slug].title}
            title={CATEGORIES[slug].title}
            onClick={() => toggleCategory(slug)}
          >
            <KnifeGlyph category={slug} sizePx={30} />
          </button>
        ))}
      </fieldset>
      {isFiltering && <PoolFilters />}
      <HeldCollection />
    </div>
  );
}

const ORDERS = [
  { value: 'desc', title: 'Newest first' },
  { value: 'asc', title: 'Oldest first' },
];

/** Pack, creator and order of the pool. */
function PoolFilters() {
  const { creatorId, pack, order } = useSnapshot(pool);
  const packs = (useQuery(libraryPacksQuery).data ?? []).filter(isOpenPack);
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
      <KeepPack />
      <OtherCollections />
    </div>
  );
}
