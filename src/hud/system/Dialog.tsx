import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import styles from './Menu.module.css';
import { useReturnFocus } from './useReturnFocus.ts';

export interface DialogProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  title: string;
  /** One sentence under the title. */
  description?: string;
  /** Buttons at the foot. */
  actions?: ReactNode;
  isWide?: boolean;
  /** As tall as it may be, so that its edge stays where it is when its content changes. */
  isTall?: boolean;
  /** In narrow windows a sheet over the lower half: what stands in the upper half goes on in sight. */
  isLow?: boolean;
  children?: ReactNode;
}

/** A window over the page, a sheet from below in narrow windows. Holds the focus and gives it back. */
export function Dialog(props: DialogProps) {
  const { isOpen, onOpenChange, title, description, actions, isWide, isTall, isLow, children } =
    props;
  const returnFocus = useReturnFocus(isOpen);
  return (
    <Primitive.Root open={isOpen} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={`${styles.overlay} ${isLow ? styles.clear : ''}`} />
        <Primitive.Content
          onCloseAutoFocus={returnFocus}
          className={[
            styles.dialogContent,
            isWide && styles.wide,
            isTall && styles.tall,
            isLow && styles.low,
          ]
            .filter(Boolean)
            .join(' ')}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className={styles.head}>
            <div className={styles.titles}>
              <Primitive.Title className="t24">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className={styles.description}>
                  {description}
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <IconButton icon="close" label="Close" />
            </Primitive.Close>
          </div>
          <div className={styles.body}>{children}</div>
          {actions && <div className={styles.foot}>{actions}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
