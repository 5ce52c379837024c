import { DropdownMenu } from 'radix-ui';
import type { ReactElement } from 'react';
import styles from './Menu.module.css';
import { MenuRows } from './MenuRows.tsx';
import type { MenuItem } from './menuItem.ts';
import { useReturnFocus } from './useReturnFocus.ts';

export interface MenuProps {
  /** The button that opens it; must take a ref and props. */
  trigger?: ReactElement;
  items: readonly MenuItem[];
  /** Says what the menu is for. */
  label: string;
  align?: 'start' | 'center' | 'end';
  /** Opens from outside; with `at` at a point of the viewport. */
  isOpen?: boolean;
  onOpenChange?(isOpen: boolean): void;
  /** A point in CSS pixels of the viewport, for a menu without a button. */
  at?: { x: number; y: number };
}

/** A menu under a button, or at a point (a ring that was pressed for long). */
export function Menu({
  trigger,
  items,
  label,
  align = 'start',
  isOpen,
  onOpenChange,
  at,
}: MenuProps) {
  const returnFocus = useReturnFocus(isOpen ?? false);
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
      {trigger ? (
        <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      ) : (
        <DropdownMenu.Trigger asChild>
          <span
            style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0, width: 1, height: 1 }}
            aria-hidden="true"
            tabIndex={-1}
          />
        </DropdownMenu.Trigger>
      )}
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles.content}
          onCloseAutoFocus={trigger ? undefined : returnFocus}
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={16}
          loop
        >
          <MenuRows items={items} parts={DropdownMenu} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
