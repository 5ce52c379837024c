import { type ReactNode, useState } from 'react';
import { useCommandKeys } from '../commands/useCommandKeys.ts';
import { Notice } from '../system/Notice.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { HeaderSlotContext } from './headerSlot.ts';
import type { Layout } from './layouts.ts';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { RouteProgress } from './RouteProgress.tsx';
import { RouteFailureContext } from './routeFailure.ts';
import styles from './Shell.module.css';
import { ShortcutKeys } from './ShortcutKeys.tsx';
import { SkipLink } from './SkipLink.tsx';

export interface ShellProps {
  /** The page. */
  children: ReactNode;
  header: Layout['header'];
  footer: Layout['footer'];
  /** The canvas over the page. */
  scene: ReactNode;
}

/** The frame of every page. */
export function Shell({ children, header, footer, scene }: ShellProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useCommandKeys();
  return (
    <HeaderSlotContext value={slot}>
      <RouteFailureContext value={setFailed}>
        <SkipLink />
        <RouteProgress hasFailed={hasFailed} />
        {header === 'full' && <Header onSlot={setSlot} />}
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        {footer === 'full' && <Footer />}
        <Notice />
        <ShortcutKeys />
        <RouteAnnouncer />
        {scene}
      </RouteFailureContext>
    </HeaderSlotContext>
  );
}
