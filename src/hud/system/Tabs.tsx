import { Tabs as Primitive } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './Tabs.module.css';

export interface TabItem {
  value: string;
  title: string;
  /** Made only while it is chosen. */
  content: ReactNode;
}

export interface TabsProps {
  /** Says what is being chosen among. */
  label: string;
  items: readonly TabItem[];
  value: string;
  onValueChange(value: string): void;
}

/** One of a few panels. Arrow keys move between the tabs, the chosen one is underlined in paper. */
export function Tabs({ label, items, value, onValueChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // The chosen one is in sight where they need more than the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value decides which tab is the active one
  useLayoutEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[data-state="active"]');
    if (!row || !tab) return;
    const start = tab.offsetLeft - row.offsetLeft;
    const end = start + tab.offsetWidth;
    if (start < row.scrollLeft) row.scrollLeft = start;
    else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth;
  }, [value]);
  return (
    <Primitive.Root value={value} onValueChange={onValueChange}>
      <Primitive.List ref={list} className={styles.list} aria-label={label}>
        {items.map((item) => (
          <Primitive.Trigger key={item.value} value={item.value} className={styles.tab}>
            {item.title}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {items.map((item) => (
        <Primitive.Content key={item.value} value={item.value} className={styles.panel}>
          {item.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
