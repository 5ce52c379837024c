import { Dialog } from 'radix-ui';
import { Link } from 'react-router';
import { setShortcutSheet } from '../../data/stores/ui.ts';
import { IconButton } from '../system/IconButton.tsx';
import { useReturnFocus } from '../system/useReturnFocus.ts';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './MobileMenu.module.css';
import { FOOTER_GROUPS, MAIN_DESTINATIONS } from './navigation.ts';
import { Wordmark } from './Wordmark.tsx';

export interface MobileMenuProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** The whole screen as a menu, for narrow windows. Holds the focus until it is closed. */
export function MobileMenu({ isOpen, onOpenChange }: MobileMenuProps) {
  const returnFocus = useReturnFocus(isOpen);
  const close = () => onOpenChange(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Content
          className={styles.menu}
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
        >
          <Dialog.Title asChild>
            <VisuallyHidden>Menu</VisuallyHidden>
          </Dialog.Title>
          <div className={styles.head}>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the link inside is what is clicked */}
            <span onClick={close}>
              <Wordmark />
            </span>
            <Dialog.Close asChild>
              <IconButton icon="close" label="Close menu" size="md" />
            </Dialog.Close>
          </div>
          <ul className={styles.links}>
            {MAIN_DESTINATIONS.map(({ title, to }) => (
              <li key={to}>
                <Link to={to} className={`${styles.link} t40`} onClick={close}>
                  {title}
                </Link>
              </li>
            ))}
            <li>
              <button
                type="button"
                className={`${styles.link} t40`}
                onClick={() => {
                  close();
                  setShortcutSheet(true);
                }}
              >
                Keyboard shortcuts
              </button>
            </li>
          </ul>
          <div className={styles.foot}>
            {FOOTER_GROUPS.flatMap(({ links }) => links).map((link) =>
              'href' in link ? (
                <a key={link.title} href={link.href}>
                  {link.title}
                </a>
              ) : null,
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
