import { useEffect, useRef, useState } from 'react';
import type { Collectible } from '../../data/contract/market.ts';
import {
  isNarrowed,
  type MarketAsked,
  MOST_CHARACTERS,
  type TokenSort,
  withoutFilters,
} from '../../data/rules/market/asked.ts';
import { personText } from '../../data/rules/sharing/credits.ts';
import { SoundSelects } from '../parts/controls/SoundSelects.tsx';
import page from '../parts/Page.module.css';
import { Button } from '../system/Button.tsx';
import { SearchField } from '../system/SearchField.tsx';
import { Select } from '../system/Select.tsx';
import styles from './Market.module.css';
import { PriceField } from './PriceField.tsx';

/** Typing settles for so long before the server is asked, in ms. */
const SETTLE_MS = 300;

const SORTS: readonly { value: TokenSort; title: string }[] = [
  { value: 'newest', title: 'Newest first' },
  { value: 'cheapest', title: 'Cheapest first' },
  { value: 'dearest', title: 'Dearest first' },
];
/** Those who made what was shown so far; a name that the address alone knows stands among them. */
function useMakers(tokens: readonly Collectible[], asked: string) {
  const seen = useRef(new Map<string, string>());
  for (const { makers } of tokens) {
    for (const { userId, displayName } of makers) {
      seen.current.set(userId, personText(displayName || userId));
    }
  }
  if (asked && !seen.current.has(asked)) seen.current.set(asked, asked);
  const options = [...seen.current].map(([value, title]) => ({ value, title }));
  options.sort((a, b) => a.title.localeCompare(b.title));
  return [{ value: '', title: 'By anyone' }, ...options];
}

interface SaleFiltersProps {
  asked: MarketAsked;
  /** What is on show. */
  tokens: readonly Collectible[];
  onAsk(change: Partial<MarketAsked>): void;
}

/** What is on sale can be narrowed by words, price, tempo, key and maker, and put in order. */
export function SaleFilters({ asked, tokens, onAsk }: SaleFiltersProps) {
  const makers = useMakers(tokens, asked.maker);
  const isOrdered = isNarrowed(asked);
  return (
    <search className={`${page.searchHead} ${styles.filters}`}>
      <SearchWords asked={asked.q} onAsk={(q) => onAsk({ q })} />
      <fieldset className={styles.selects} aria-label="Narrow it">
        <PriceField label="Price from" asked={asked.min} onAsk={(min) => onAsk({ min })} />
        <PriceField label="Price to" asked={asked.max} onAsk={(max) => onAsk({ max })} />
        <SoundSelects asked={asked} onAsk={onAsk} />
        <Select
          label="Maker"
          isLabelHidden
          options={makers}
          value={asked.maker}
          onValueChange={(maker) => onAsk({ maker })}
        />
        <Select
          label="Order"
          isLabelHidden
          options={SORTS}
          value={asked.sort}
          onValueChange={(sort) => onAsk({ sort: sort as TokenSort })}
        />
        {isOrdered && (
          <Button size="sm" variant="bare" onClick={() => onAsk(withoutFilters(asked))}>
            Show everything
          </Button>
        )}
      </fieldset>
    </search>
  );
}

/** Words of a title; what is typed is ahead of the address until it settles. */
function SearchWords({ asked, onAsk }: { asked: string; onAsk(q: string): void }) {
  const [text, setText] = useState(asked);
  const sent = useRef(asked);
  useEffect(() => {
    if (asked === sent.current) return;
    sent.current = asked;
    setText(asked);
  }, [asked]);
  const settle = useRef(() => {});
  settle.current = () => {
    if (text.trim() === sent.current) return;
    sent.current = text.trim();
    onAsk(text.trim());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: every letter begins to wait anew
  useEffect(() => {
    const timer = setTimeout(() => settle.current(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchField
      label="Search the market"
      isLabelHidden
      className={page.searchField}
      maxLength={MOST_CHARACTERS}
      placeholder="Search by title"
      value={text}
      onValueChange={setText}
      onKeyDown={(event) => event.key === 'Enter' && settle.current()}
    />
  );
}
