import { useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { CATEGORIES, LIBRARY_CATEGORIES } from '../../../data/contract/categories.ts';
import { FAMILY_HOMES } from '../../../data/contract/making.ts';
import { isMadeFamily } from '../../../data/rules/draft/loopOrder.ts';
import {
  type PoolPlace,
  patchPool,
  pool,
  showAllCategories,
  showPoolPlace,
  toggleCategory,
} from '../../../data/stores/pool.ts';
import { registerCommands } from '../../parts/commands/registry.ts';
import { LikeLine } from '../../parts/LikeLine.tsx';
import { KnifeGlyph } from '../../parts/LoopGlyph.tsx';
import page from '../../parts/Page.module.css';
import { IconButton } from '../../system/Button.tsx';
import { SearchField } from '../../system/SearchField.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { HeldCollection } from './collections.tsx';
import { LoopList } from './LoopList.tsx';
import styles from './Pool.module.css';
import { MadeFilters, PoolFilters } from './PoolFilters.tsx';

/** The loop pool as a column: what there is to build from. */
export function Pool() {
  return (
    <section className={page.panelColumn} aria-label="Loops">
      <PoolHead title="Loops" />
      <div className={styles.scroll}>
        <LoopList />
      </div>
    </section>
  );
}

type PoolFilter = Pick<typeof pool, 'place' | 'creatorId' | 'pack' | 'order' | 'like'> & {
  categories: readonly string[];
};

/** What the list shows, in a few words. */
function summary({ place, categories, creatorId, pack, order, like }: PoolFilter): string {
  const first = categories[0] as keyof typeof CATEGORIES | undefined;
  const what =
    categories.length === 0
      ? 'All'
      : categories.length === 1 && first
        ? CATEGORIES[first].short
        : `${categories.length} kinds`;
  if (place === 'made') return isMadeFamily(pack) ? `${what}, ${FAMILY_HOMES[pack].name}` : what;
  const isNarrowed = creatorId !== '' || pack !== '';
  const way = like ? 'alike' : order === 'desc' ? 'newest' : 'oldest';
  return `${isNarrowed ? `${what}, some` : what}, ${way}`;
}

const PLACES: readonly { place: PoolPlace; title: string }[] = [
  { place: 'library', title: 'Library' },
  { place: 'made', title: 'Made here' },
];

/** The library, or loops that this device makes. */
function PlaceSwitch() {
  const { place: shown } = useSnapshot(pool);
  return (
    <fieldset className={styles.places} aria-label="Where the loops come from">
      {PLACES.map(({ place, title }) => (
        <button
          key={place}
          type="button"
          className={`hoverPaper ${styles.place}`}
          aria-pressed={shown === place}
          onClick={() => showPoolPlace(place)}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}

/** Heading of the pool: categories by their knife, search, filters, and one loop at random. */
export function PoolHead({ title }: { title?: string }) {
  const filter = useSnapshot(pool, { sync: true });
  const { place, categories, search, like } = filter;
  const isLibrary = place === 'library';
  const [isSearching, setSearching] = useState(search !== '');
  const [isFiltering, setFiltering] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const actions = useEditorActions();
  const closeSearch = () => {
    patchPool({ search: '' });
    setSearching(false);
    searchButton.current?.focus();
  };
  const openSearch = useCallback(() => {
    // What is made here has nothing to be searched for.
    showPoolPlace('library');
    setSearching(true);
    field.current?.focus();
  }, []);
  useEffect(
    () =>
      registerCommands([
        {
          id: 'pool.search',
          group: 'Draft',
          title: 'Search loops',
          keys: [],
          isUnlisted: true,
          run: openSearch,
        },
      ]),
    [openSearch],
  );
  return (
    <div className={styles.head}>
      <div className={styles.titles}>
        {title && <h2 className="t24 grow">{title}</h2>}
        <button
          type="button"
          className={`hoverPaper ${isFiltering ? 'paper thickUnderline' : 'muted'} ${styles.summary}`}
          aria-expanded={isFiltering}
          onClick={() => setFiltering(!isFiltering)}
        >
          {summary(filter)}
        </button>
        <IconButton
          ref={searchButton}
          icon="search"
          label="Search loops"
          size="xs"
          aria-expanded={isLibrary && isSearching}
          onClick={() => {
            if (isLibrary && isSearching) return closeSearch();
            openSearch();
          }}
        />
        <IconButton
          icon="dice"
          label="Add one at random"
          size="xs"
          onClick={() => void actions.addRandom()}
        />
      </div>
      <PlaceSwitch />
      {isLibrary && isSearching && (
        <SearchField
          ref={field}
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
          className={`underbar hoverUnderbar ${styles.all}`}
          aria-pressed={categories.length === 0}
          onClick={showAllCategories}
        >
          All
        </button>
        {LIBRARY_CATEGORIES.map((slug) => (
          <button
            key={slug}
            type="button"
            className={`underbar hoverUnderbar ${styles.category}`}
            aria-pressed={categories.includes(slug)}
            aria-label={CATEGORIES[slug].title}
            title={CATEGORIES[slug].title}
            onClick={() => toggleCategory(slug)}
          >
            <KnifeGlyph category={slug} sizePx={30} />
          </button>
        ))}
      </fieldset>
      {isLibrary && (
        <LikeLine
          like={like}
          endLabel="Show all loops again"
          onEnd={() => {
            patchPool({ like: null });
            searchButton.current?.focus();
          }}
        />
      )}
      {isFiltering && (isLibrary ? <PoolFilters /> : <MadeFilters />)}
      {isLibrary && <HeldCollection />}
    </div>
  );
}
