import { Dialog } from 'radix-ui';
import { useSnapshot } from 'valtio';
import { session } from '../../data/stores/session.ts';
import { setShortcutSheet } from '../../data/stores/ui.ts';
import { DestinationLink, LEGAL_DESTINATIONS } from '../parts/page/DestinationLink.tsx';
import { useSite } from '../parts/page/page.ts';
import { IconButton } from '../system/Button.tsx';
import { useReturnFocus } from '../system/useReturnFocus.ts';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Header.module.css';
import { InstallButton } from './InstallButton.tsx';
import { MANUAL_DESTINATION, mobileDestinations } from './navigation.ts';
import { useTeaches } from './useTeaches.ts';
import { Wordmark } from './Wordmark.tsx';

export interface MobileMenuProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** The whole screen as a menu, for narrow windows. Holds the focus until it is closed. */
export function MobileMenu({ isOpen, onOpenChange }: MobileMenuProps) {
  const returnFocus = useReturnFocus(isOpen);
  const { user } = useSnapshot(session);
  const site = useSite();
  const rows = mobileDestinations(site, user as typeof session.user, useTeaches());
  const close = () => onOpenChange(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Content
          className={styles.mobileMenuMenu}
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
            {rows.map((destination, at, all) => (
              <li key={destination.title}>
                <DestinationLink
                  destination={destination}
                  className={`${at === all.length - 1 ? 'lineBelow' : ''} ${styles.mobileMenuLink} t40`}
                  onClick={close}
                />
              </li>
            ))}
          </ul>
          <div className={`${styles.foot} t13`}>
            {[MANUAL_DESTINATION, ...LEGAL_DESTINATIONS].map((destination) => (
              <DestinationLink
                key={destination.title}
                destination={destination}
                className={styles.small}
                onClick={close}
              />
            ))}
            <InstallButton className={styles.small} onInstall={close} />
            <button
              type="button"
              className={styles.small}
              onClick={() => {
                close();
                setShortcutSheet(true);
              }}
            >
              Keyboard shortcuts
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
