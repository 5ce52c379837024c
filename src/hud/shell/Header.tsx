import { useState } from 'react';
import { NavLink } from 'react-router';
import { useSnapshot } from 'valtio';
import { readStoredCredential } from '../../data/credential.ts';
import { session } from '../../data/stores/session.ts';
import { setShortcutSheet } from '../../data/stores/ui.ts';
import { DestinationLink } from '../parts/page/DestinationLink.tsx';
import { restMayCome } from '../parts/page/firstSound.ts';
import { Later, lazyPiece, restComponent } from '../parts/page/lazyPiece.tsx';
import { useSite } from '../parts/page/page.ts';
import { Button, IconButton } from '../system/Button.tsx';
import styles from './Header.module.css';
import { ACCOUNT_LINK_ID, mainDestinations } from './navigation.ts';
import { OfflineMark } from './offline/OfflineMark.tsx';
import { Wordmark } from './Wordmark.tsx';

/** A menu of the corner. It comes last, or when its link is pointed at. */
const accountMenu = (name: 'AccountMenu' | 'ProfileMenu') =>
  restComponent(async () => (await import('./menus.ts'))[name]);
const ProfileMenu = accountMenu('ProfileMenu');
const AccountMenu = accountMenu('AccountMenu');

/** The bell with the latest answers, for a reader who is signed in. */
const NoticeBell = restComponent(async () => (await import('./NoticeBell.tsx')).NoticeBell);

/** The whole screen as a menu, for narrow windows. */
export const mobileMenu = lazyPiece(
  'The menu',
  async () => (await import('./menus.ts')).MobileMenu,
  ({ onOpenChange }) => onOpenChange(false),
);

/** The signed-in user's disc, or the way in. */
function AccountCorner() {
  const { user, status } = useSnapshot(session);
  if (user) {
    return (
      <Later>
        <ProfileMenu />
      </Later>
    );
  }
  // Nothing stands there for the moment in which a stored credential is asked about.
  const isAsking = status === 'unknown' && readStoredCredential() !== null;
  if (isAsking) return null;
  const link = (
    <Button
      size="sm"
      to="/login"
      id={ACCOUNT_LINK_ID}
      onPointerEnter={restMayCome}
      onFocus={restMayCome}
    >
      Account
    </Button>
  );
  return (
    <Later fallback={link}>
      <AccountMenu />
    </Later>
  );
}

/** Top of pages with one task: only the name, leading home. */
export function MarkHeader() {
  return (
    <header className={`through ${styles.header}`}>
      <Wordmark />
      <OfflineMark />
    </header>
  );
}

export interface HeaderProps {
  /** Gets the element that pages put their controls into. */
  onSlot(element: HTMLElement | null): void;
}

/** Top of every page: the name, where one can go, the page's own controls, one's account. */
export function Header({ onSlot }: HeaderProps) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const site = useSite();
  const { user } = useSnapshot(session);
  return (
    <header className={`through ${styles.header}`}>
      <Wordmark />
      <nav className={`narrowAway ${styles.nav}`} aria-label="Main">
        {mainDestinations(site, user as typeof session.user).map((destination) =>
          destination.to === undefined ? (
            <DestinationLink
              key={destination.title}
              destination={destination}
              className={styles.link}
            />
          ) : (
            <NavLink
              key={destination.title}
              to={destination.to}
              end={destination.to === '/jam'}
              className={styles.link}
            >
              {destination.title}
            </NavLink>
          ),
        )}
      </nav>
      <OfflineMark />
      <div className={`through ${styles.slot}`} ref={onSlot} />
      {!user?.pupilOf && (
        <Button
          icon="search"
          size="md"
          variant="bare"
          to="/search"
          aria-label="Search"
          title="Search"
        />
      )}
      <Button
        icon="keyboard"
        size="sm"
        className={`mediumAway ${styles.shortcuts}`}
        aria-label="Shortcuts"
        aria-haspopup="dialog"
        onClick={() => setShortcutSheet(true)}
      >
        Shortcuts
      </Button>
      {user && !user.pupilOf && (
        <Later>
          <NoticeBell />
        </Later>
      )}
      <div className={`narrowAway rigid ${styles.account}`}>
        <AccountCorner />
      </div>
      <IconButton
        icon="menu"
        label="Menu"
        size="md"
        className="wideAway"
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onPointerEnter={mobileMenu.prefetch}
        onClick={() => setMenuOpen(true)}
      />
      {isMenuOpen && <mobileMenu.Piece isOpen onOpenChange={setMenuOpen} />}
    </header>
  );
}
