import { useState } from 'react';
import { NavLink } from 'react-router';
import { setShortcutSheet } from '../../data/stores/ui.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { AccountCorner } from './AccountCorner.tsx';
import { DestinationLink } from './DestinationLink.tsx';
import styles from './Header.module.css';
import { mainDestinations } from './navigation.ts';
import { OfflineMark } from './OfflineMark.tsx';
import { mobileMenu } from './pieces.ts';
import { useSite } from './useSite.ts';
import { Wordmark } from './Wordmark.tsx';

export interface HeaderProps {
  /** Gets the element that pages put their controls into. */
  onSlot(element: HTMLElement | null): void;
}

/** Top of every page: the name, where one can go, the page's own controls, one's account. */
export function Header({ onSlot }: HeaderProps) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const site = useSite();
  return (
    <header className={styles.header}>
      <Wordmark />
      <nav className={styles.nav} aria-label="Main">
        {mainDestinations(site).map((destination) =>
          destination.to === undefined ? (
            <DestinationLink
              key={destination.title}
              destination={destination}
              className={styles.link}
            />
          ) : (
            <NavLink key={destination.title} to={destination.to} className={styles.link}>
              {destination.title}
            </NavLink>
          ),
        )}
      </nav>
      <OfflineMark />
      <div className={styles.slot} ref={onSlot} />
      <Button
        icon="keyboard"
        size="sm"
        className={styles.shortcuts}
        aria-haspopup="dialog"
        onClick={() => setShortcutSheet(true)}
      >
        Shortcuts
      </Button>
      <div className={styles.account}>
        <AccountCorner />
      </div>
      <IconButton
        icon="menu"
        label="Menu"
        size="md"
        className={styles.menu}
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onPointerEnter={mobileMenu.prefetch}
        onClick={() => setMenuOpen(true)}
      />
      {isMenuOpen && <mobileMenu.Piece isOpen onOpenChange={setMenuOpen} />}
    </header>
  );
}
