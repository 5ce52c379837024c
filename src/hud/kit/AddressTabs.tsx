import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Tabs } from '../system/Tabs.tsx';

interface AddressTabsProps {
  label: string;
  /** At least one; the first where the address names none of them. */
  items: readonly { readonly value: string; readonly title: string; readonly content: ReactNode }[];
  /** Once it is chosen, the first is named in the address too. */
  isFirstNamed?: boolean;
}

/** Tabs of a page; which one is chosen stands in its address, as `?tab=`. */
export function AddressTabs({ label, items, isFirstNamed = false }: AddressTabsProps) {
  const [search, setSearch] = useSearchParams();
  const first = items[0]?.value ?? '';
  return (
    <Tabs
      label={label}
      items={items}
      value={items.find(({ value }) => value === search.get('tab'))?.value ?? first}
      onValueChange={(tab) =>
        setSearch(tab === first && !isFirstNamed ? {} : { tab }, { replace: true })
      }
    />
  );
}
