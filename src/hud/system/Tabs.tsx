import { Tabs as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import styles from './Tabs.module.css';
import { useInSight } from './useInSight.ts';

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
  useInSight(list, '[data-state="active"]', value);
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
