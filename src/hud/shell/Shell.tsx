import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router';
import { useSnapshot } from 'valtio';
import { siteQuery } from '../../data/queries/site.ts';
import { newVersion } from '../../data/stores/newVersion.ts';
import { closeCodes, endProof, proof } from '../../data/stores/proof.ts';
import { noteOpening, serverSays } from '../../data/stores/serverSays.ts';
import { session } from '../../data/stores/session.ts';
import { setShortcutSheet, ui } from '../../data/stores/ui.ts';
import { useEngine } from '../EngineContext.tsx';
import { canRunCommand, registerCommands, useCommandKeys } from '../parts/commands/registry.ts';
import type { ShortcutSheetProps } from '../parts/commands/ShortcutSheet.tsx';
import { Notice } from '../parts/Notice.tsx';
import { HeaderSlotContext } from '../parts/page/frame.tsx';
import { Later, lazyComponent, lazyPiece } from '../parts/page/lazyPiece.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import { CookieNotice } from './CookieNotice.tsx';
import { Footer, LegalLine } from './Footer.tsx';
import type { FootPlayerProps } from './FootPlayer.tsx';
import { Header, MarkHeader } from './Header.tsx';
import type { Layout } from './layouts.ts';
import { RouteProgress } from './RouteProgress.tsx';
import styles from './Shell.module.css';
import { useBand } from './useBand.ts';

/** Says above every page that the account is suspended, and where one reads why. */
function SuspensionLine() {
  const isSuspended = useSnapshot(session).user?.suspension !== undefined;
  const band = useRef<HTMLElement>(null);
  useBand(band, isSuspended);
  if (!isSuspended) return null;
  return (
    <section ref={band} className={`${styles.band} over`} aria-label="Suspended account">
      <p className={`medium ${styles.text}`}>
        Your account is suspended: you can read, but not share or save.
      </p>
      <div className={`row gap12 rigid ${styles.actions}`}>
        <Link to="/account" className={styles.more}>
          Why, and how to appeal
        </Link>
      </div>
    </section>
  );
}

/** The sheet of keys. */
export const shortcutSheet = lazyPiece<ShortcutSheetProps>(
  'The list of keys',
  async () => (await import('./menus.ts')).ShortcutSheet,
  () => setShortcutSheet(false),
);

/** The player of playlists and the dialog that fills them. */
const footDoor = lazyPiece<FootPlayerProps>(
  'The player',
  async () => (await import('./FootDoor.tsx')).FootDoor,
  () => {},
);

/** Says that a newer build is here. */
const NewVersionNotice = lazyComponent(
  async () => (await import('./offline/NewVersionNotice.tsx')).NewVersionNotice,
).Piece;

/** What the operator says on every page. */
const LazySiteLines = lazyComponent(async () => (await import('./SiteLines.tsx')).SiteLines).Piece;

/** The operator may decide something while a page is open: it is asked for this often, and when a line says so. */
const SITE_AGAIN_MS = 60_000;

/** Lines of the operator, whose code is fetched with the first of them. After maintenance the page is read again. */
export function OperatorLines() {
  const { data, refetch } = useQuery({ ...siteQuery, refetchInterval: SITE_AGAIN_MS });
  const told = useSnapshot(serverSays).decided;
  useEffect(() => {
    if (told > 0) void refetch();
  }, [told, refetch]);
  // An answer that this device kept from an older server says nothing of it.
  const { mode = 'open', announcements = [] } = data ?? {};
  const client = useQueryClient();
  const isClosed = mode === 'maintenance';
  const wasClosed = useRef(isClosed);
  useEffect(() => {
    if (wasClosed.current && !isClosed) {
      noteOpening();
      void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    }
    wasClosed.current = isClosed;
  }, [isClosed, client]);
  if (mode === 'open' && announcements.length === 0) return null;
  return (
    <Later>
      <LazySiteLines mode={mode} announcements={announcements} />
    </Later>
  );
}

/** What the teacher of a pupil decided for the class. */
const ClassLine = lazyComponent(async () => (await import('./ClassLine.tsx')).ClassLine).Piece;

/** What wallets ask, and the offer to link one. */
const walletDoor = lazyPiece<object>(
  'The wallet',
  async () => (await import('../parts/wallet/WalletDoor.tsx')).WalletDoor,
  () => {},
);

/** What is asked of the person who is there, before a call that needs to know it. */
const factorDoor = lazyPiece<object>(
  'The question',
  async () => (await import('../parts/factors/FactorDoor.tsx')).FactorDoor,
  () => {
    endProof(false);
    closeCodes();
  },
);

/** Places that a key leads to, where no other page is made or played on. */
const PLACES = [
  { id: 'search', title: 'Search', to: '/search', keys: ['/'] },
  { id: 'listen', title: 'Listen', to: '/listen', keys: ['Shift+L'] },
  { id: 'chart', title: 'Chart', to: '/chart', keys: ['Shift+C'] },
  { id: 'arcade', title: 'Arcade', to: '/arcade', keys: ['Shift+A'] },
] as const;

/** The ways to these places by key. */
function PlaceKeys() {
  const navigate = useNavigate();
  useEffect(
    () =>
      registerCommands(
        PLACES.map(({ id, title, to, keys }) => ({
          id: `shell.${id}`,
          title,
          group: 'Everywhere',
          keys: [...keys],
          run: () => void navigate(to),
        })),
      ),
    [navigate],
  );
  return null;
}

/** The sheet of keys where it is asked for, and the key that opens it. */
function ShortcutKeys() {
  const { isShortcutSheetOpen } = useSnapshot(ui);
  const { features } = useEngine();
  useEffect(
    () =>
      registerCommands([
        {
          id: 'shell.shortcuts',
          title: 'Keyboard shortcuts',
          group: 'Everywhere',
          keys: ['?'],
          run: () => setShortcutSheet(true),
        },
      ]),
    [],
  );
  return (
    isShortcutSheetOpen && (
      <shortcutSheet.Piece canPitch={features.pitchShift} canEdit={canRunCommand('editor.pool')} />
    )
  );
}

/** After a move to another page: says its title to screen readers and puts the focus at its start. */
function RouteAnnouncer() {
  const { pathname } = useLocation();
  const how = useNavigationType();
  const last = useRef(pathname);
  const [text, setText] = useState('');
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // Back and forward keep the place where one was; the browser sees to that.
    if (how !== 'POP') window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
    // The page sets its title in an effect of its own.
    const timer = setTimeout(() => setText(document.title), 50);
    return () => clearTimeout(timer);
  }, [pathname, how]);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}

export interface ShellProps {
  /** The page. */
  children: ReactNode;
  layout: Layout;
  /** The canvas over the page. */
  scene: ReactNode;
}

/** The frame of every page. */
export function Shell({ children, layout, scene }: ShellProps) {
  const { header, footer, hasCookieNotice, hasPlaceKeys, hasPlayer } = layout;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const { hasFoot, traders } = useSnapshot(ui);
  const hasNewVersion = useSnapshot(newVersion).isHere;
  const { isAsked, codes } = useSnapshot(proof);
  const { user } = useSnapshot(session);
  const isPupil = user?.pupilOf !== undefined;
  useCommandKeys();
  return (
    <HeaderSlotContext value={slot}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <RouteProgress />
      {hasCookieNotice && <CookieNotice />}
      {header !== 'none' && <OperatorLines />}
      {isPupil && (
        <Later>
          <ClassLine key={user.user_id} />
        </Later>
      )}
      {header === 'full' && <SuspensionLine />}
      {header === 'full' && <Header onSlot={setSlot} />}
      {header === 'mark' && <MarkHeader />}
      {/* It takes the focus after a move to another page; that needs no outline around the whole of it. */}
      <main id="main" className={`focusBare ${styles.main}`} tabIndex={-1}>
        {children}
      </main>
      {footer === 'full' && <Footer />}
      {footer === 'legal' && <LegalLine />}
      {hasFoot && <footDoor.Piece isShown={hasPlayer === true} />}
      {traders > 0 && <walletDoor.Piece />}
      {(isAsked || codes) && <factorDoor.Piece />}
      <Notice />
      {hasNewVersion && (
        <Later>
          <NewVersionNotice />
        </Later>
      )}
      {hasPlaceKeys && !isPupil && <PlaceKeys />}
      <ShortcutKeys />
      <RouteAnnouncer />
      {scene}
    </HeaderSlotContext>
  );
}
