import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  text: string;
  /** A key that does the same. */
  keys?: string;
  children: ReactElement;
}

/** A word about a control, on hover and focus. */
export function Tooltip({ text, keys, children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={500}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content className={styles.content} sideOffset={8} collisionPadding={8}>
            {text}
            {keys && <span className={styles.keys}>{keys}</span>}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
