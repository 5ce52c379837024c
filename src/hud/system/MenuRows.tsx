import type { ContextMenu, DropdownMenu } from 'radix-ui';
import { Icon } from './Icon.tsx';
import styles from './Menu.module.css';
import type { MenuItem } from './menuItem.ts';

export interface MenuRowsProps {
  items: readonly MenuItem[];
  /** The family of parts that the rows are made of. */
  parts: typeof DropdownMenu | typeof ContextMenu;
}

/** The rows inside a menu. */
export function MenuRows({ items, parts: Parts }: MenuRowsProps) {
  return items.map((item) => {
    if (item.kind === 'rule') return <Parts.Separator key={item.id} className={styles.rule} />;
    if (item.kind === 'label') {
      return (
        <Parts.Label key={item.id} className={styles.label}>
          {item.title}
        </Parts.Label>
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
        <span className={`${styles.text} truncate`}>{item.title}</span>
        {item.keys && <span className={`${styles.keys} t13`}>{item.keys}</span>}
      </>
    );
    const shared = { className: styles.item, disabled: item.disabled, onSelect: () => item.run() };
    return item.checked === undefined ? (
      <Parts.Item key={item.id} {...shared}>
        {inside}
      </Parts.Item>
    ) : (
      <Parts.CheckboxItem key={item.id} {...shared} checked={item.checked}>
        {inside}
      </Parts.CheckboxItem>
    );
  });
}
