import { type ComponentType, use } from 'react';
import { importChunk } from '../hud/shell/importChunk.ts';
import { trackPageLoad } from '../hud/shell/pageLoads.ts';

type PageModule = { default: ComponentType };

/** Pages whose code could not be fetched; the next visit tries again. */
const failed = new Set<() => void>();

/** Lets pages that could not be fetched be fetched again. Call it when their failure is on show. */
export function forgetFailedPages(): void {
  for (const forget of failed) forget();
  failed.clear();
}

export interface LazyPage {
  Page: ComponentType;
  /** Fetches the code ahead of the visit; a failure is met when the page is shown. */
  prefetch(): void;
}

/** A page whose code is fetched when it is first shown, with the progress bar on top meanwhile. */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let coming: Promise<PageModule> | null = null;
  const forget = () => {
    coming = null;
  };
  function Page() {
    if (!coming) {
      coming = trackPageLoad(importChunk(load));
      coming.catch(() => failed.add(forget));
    }
    const { default: Loaded } = use(coming);
    return <Loaded />;
  }
  return { Page, prefetch: () => void load().catch(() => {}) };
}
