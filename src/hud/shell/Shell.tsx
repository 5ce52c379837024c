import { type ReactNode, useState } from 'react';
import { useCommandKeys } from '../parts/commands/registry.ts';
import { Notice } from '../parts/Notice.tsx';
import { CookieNotice } from './CookieNotice.tsx';
import { Header } from './Header.tsx';
import { HeaderSlotContext } from './headerSlot.ts';
import type { Layout } from './layouts.ts';
import { MarkHeader } from './MarkHeader.tsx';
import { quietPiece } from './quietPiece.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { RouteProgress } from './RouteProgress.tsx';
import { RouteFailureContext } from './routeFailure.ts';
import styles from './Shell.module.css';
import { ShortcutKeys } from './ShortcutKeys.tsx';
import { SkipLink } from './SkipLink.tsx';

const Footer = quietPiece(async () => (await import('./Footer.tsx')).Footer);
const LegalLine = quietPiece(async () => (await import('./LegalLine.tsx')).LegalLine);

export interface ShellProps {
  /** The page. */
  children: ReactNode;
  header: Layout['header'];
  footer: Layout['footer'];
  hasCookieNotice: boolean;
  /** The canvas over the page. */
  scene: ReactNode;
}

/** The frame of every page. */
export function Shell({ children, header, footer, hasCookieNotice, scene }: ShellProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useCommandKeys();
  return (
    <HeaderSlotContext value={slot}>
      <RouteFailureContext value={setFailed}>
        <SkipLink />
        <RouteProgress hasFailed={hasFailed} />
        {hasCookieNotice && <CookieNotice />}
        {header === 'full' && <Header onSlot={setSlot} />}
        {header === 'mark' && <MarkHeader />}
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        {footer === 'full' && <Footer />}
        {footer === 'legal' && <LegalLine />}
        <Notice />
        <ShortcutKeys />
        <RouteAnnouncer />
        {scene}
      </RouteFailureContext>
    </HeaderSlotContext>
  );
}
