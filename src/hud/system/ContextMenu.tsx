import { ContextMenu as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';
import styles from './Menu.module.css';
import { MenuRows } from './MenuRows.tsx';
import type { MenuItem } from './menuItem.ts';

export interface ContextMenuProps {
  items: readonly MenuItem[];
  label: string;
  /** What is pressed; must take a ref and props. */
  children: ReactElement;
}

/** A menu at the pointer: right click, long press, or the menu key. */
export function ContextMenu({ items, label, children }: ContextMenuProps) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={styles.content} aria-label={label} collisionPadding={16} loop>
          <MenuRows items={items} parts={Primitive} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
