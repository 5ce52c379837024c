import { type ReactNode, useState } from 'react';
import { Outlet, ScrollRestoration, useMatches } from 'react-router';
import { useCommandKeys } from '../commands/useCommandKeys.ts';
import { Notice } from '../system/Notice.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { HeaderSlotContext } from './headerSlot.ts';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { RouteProgress } from './RouteProgress.tsx';
import { RouteFailureContext } from './routeFailure.ts';
import styles from './Shell.module.css';
import { ShortcutKeys } from './ShortcutKeys.tsx';
import { SkipLink } from './SkipLink.tsx';

export interface ShellProps {
  /** The canvas over the page. */
  scene?: ReactNode;
}

/** What a route says about its frame. */
export interface RouteHandle {
  hasFooter?: boolean;
}

/** The frame of every page. */
export function Shell({ scene }: ShellProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const hasFooter = useMatches().some(({ handle }) => (handle as RouteHandle)?.hasFooter);
  useCommandKeys();
  return (
    <HeaderSlotContext value={slot}>
      <RouteFailureContext value={setFailed}>
        <SkipLink />
        <RouteProgress hasFailed={hasFailed} />
        <Header onSlot={setSlot} />
        <main id="main" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        {hasFooter && <Footer />}
        <Notice />
        <ShortcutKeys />
        <RouteAnnouncer />
        <ScrollRestoration />
        {scene}
      </RouteFailureContext>
    </HeaderSlotContext>
  );
}
