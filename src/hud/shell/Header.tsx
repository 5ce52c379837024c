import { useState } from 'react';
import { NavLink } from 'react-router';
import { setShortcutSheet } from '../../data/stores/ui.ts';
import { Button } from '../system/Button.tsx';
import { IconButton } from '../system/IconButton.tsx';
import styles from './Header.module.css';
import { MAIN_DESTINATIONS } from './navigation.ts';
import { OfflineMark } from './OfflineMark.tsx';
import { mobileMenu } from './pieces.ts';
import { Wordmark } from './Wordmark.tsx';

export interface HeaderProps {
  /** Gets the element that pages put their controls into. */
  onSlot(element: HTMLElement | null): void;
}

/** Top of every page: the name, where one can go, and the page's own controls. */
export function Header({ onSlot }: HeaderProps) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <header className={styles.header}>
      <Wordmark />
      <nav className={styles.nav} aria-label="Main">
        {MAIN_DESTINATIONS.map(({ title, to }) => (
          <NavLink key={to} to={to} className={styles.link}>
            {title}
          </NavLink>
        ))}
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
