import { Tabs as Primitive } from 'radix-ui';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import styles from './Tabs.module.css';
import { useInSight } from './useInSight.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface TabItem {
  value: string;
  title: string;
  /** Something goes on behind this tab: a dot stands beside its title, and these words are said. */
  isBusyWith?: string;
  /** Made only while it is chosen. */
  content: ReactNode;
}

interface TabsProps {
  /** Says what is being chosen among. */
  label: string;
  items: readonly TabItem[];
  value: string;
  onValueChange(value: string): void;
}

/** The primitive takes the focus by script, which would draw the ring of the keyboard for a mouse. */
const focusQuietly = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.focus({ focusVisible: false } as FocusOptions);

/** One of a few panels. Arrow keys move between the tabs, the chosen one is underlined in paper. */
export function Tabs({ label, items, value, onValueChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useInSight(list, '[data-state="active"]', value);
  return (
    <Primitive.Root value={value} onValueChange={onValueChange}>
      <Primitive.List ref={list} className={styles.list} aria-label={label}>
        {items.map((item) => (
          <Primitive.Trigger
            key={item.value}
            value={item.value}
            className={`hoverPaper focusInside ${styles.tab}`}
            onMouseDown={focusQuietly}
          >
            {item.title}
            {item.isBusyWith && (
              <span className={styles.busy}>
                <VisuallyHidden>, {item.isBusyWith}</VisuallyHidden>
              </span>
            )}
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
