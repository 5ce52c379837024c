import { DropdownMenu } from 'radix-ui';
import { type ReactElement, useLayoutEffect, useRef } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Menu.module.css';
import { useReturnFocus } from './useReturnFocus.ts';

/** One row of a menu: an action, a choice that can be ticked, a heading or a rule. */
export type MenuItem =
  | {
      kind?: 'item';
      id: string;
      title: string;
      icon?: IconName;
      /** Shown at the end, for instance a key. */
      keys?: string;
      /** Ticks it and makes it a choice. */
      checked?: boolean;
      disabled?: boolean;
      run(): void;
    }
  | { kind: 'label'; id: string; title: string }
  | { kind: 'rule'; id: string };

/** The rows inside a menu. */
function MenuRows({ items }: { items: readonly MenuItem[] }) {
  return items.map((item) => {
    if (item.kind === 'rule')
      return <DropdownMenu.Separator key={item.id} className={styles.rule} />;
    if (item.kind === 'label') {
      return (
        <DropdownMenu.Label key={item.id} className={styles.label}>
          {item.title}
        </DropdownMenu.Label>
      );
    }
    const inside = (
      <>
        {(item.icon || item.checked !== undefined) && (
          <span className={styles.mark}>
            {item.icon ? (
              <Icon name={item.icon} size={16} />
            ) : (
              item.checked && <Icon name="check" size={16} />
            )}
          </span>
        )}
        <span className="fill truncate">{item.title}</span>
        {item.keys && <span className={`${styles.keys} t13`}>{item.keys}</span>}
      </>
    );
    const shared = { className: styles.item, disabled: item.disabled, onSelect: () => item.run() };
    return item.checked === undefined ? (
      <DropdownMenu.Item key={item.id} {...shared}>
        {inside}
      </DropdownMenu.Item>
    ) : (
      <DropdownMenu.CheckboxItem key={item.id} {...shared} checked={item.checked}>
        {inside}
      </DropdownMenu.CheckboxItem>
    );
  });
}

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
  /** Its button was pressed, or had the focus, before the menu was there. */
  isOpenAtFirst?: boolean;
  takesFocus?: boolean;
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
  isOpenAtFirst = false,
  takesFocus = false,
}: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const returnFocus = useReturnFocus(isOpen ?? false);
  return (
    <DropdownMenu.Root
      open={isOpen}
      defaultOpen={isOpenAtFirst}
      onOpenChange={onOpenChange}
      modal={false}
    >
      {trigger ? (
        <DropdownMenu.Trigger ref={button} asChild>
          {trigger}
        </DropdownMenu.Trigger>
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
          <MenuRows items={items} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
