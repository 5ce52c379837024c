/** What the app begins with: its server data, what its parts lend each other, and what the first page needs. */

import { onlineManager } from '@tanstack/react-query';
import { subscribeKey } from 'valtio/vanilla/utils';
import { pathInBase } from '../data/rules/site/base.ts';
import '../data/stores/install.ts';
import { provideMediaCredential } from '../audio/loading/mediaCredential.ts';
import { provideTakes } from '../audio/loading/takeReader.ts';
import { callerHeaders } from '../data/credential.ts';
import { readKeptUser } from '../data/keptUser.ts';
import { provideLoopFiles } from '../data/outbox/loopFiles.ts';
import { libraryRifffsQuery } from '../data/queries/library.ts';
import { askAgainMs, isAskedAgain } from '../data/readRetry.ts';
import { isRootPath } from '../data/rules/site/locale.ts';
import { ui } from '../data/stores/ui.ts';
import { deviceAccount, mayHaveDrafts } from '../data/sync/account.ts';
import { expectSound } from '../hud/parts/page/firstSound.ts';
import { onPage } from '../hud/parts/page/page.ts';
import { accountQueries } from './accountQueries.ts';
import { firstRifff, hasFirstPaint } from './beforeApp.ts';
import { prefetchPage } from './routes.tsx';

export const queries = accountQueries({
  defaultOptions: {
    queries: {
      retry: isAskedAgain,
      retryDelay: (failures, error) => askAgainMs(failures, error),
      // Without a network the worker answers what this device keeps; what it does not keep waits for the network.
      networkMode: 'offlineFirst',
    },
  },
});

/** Without a network the library is what of it is on this device. */
function followNetwork(): void {
  onlineManager.setEventListener((setOnline) => {
    setOnline(ui.isOnline);
    return subscribeKey(ui, 'isOnline', setOnline);
  });
  onlineManager.subscribe(() => void queries.invalidateQueries({ queryKey: ['library', 'loops'] }));
}

/**
 * Sound and data lend each other what they may not reach for themselves: loops that were made here can be uploaded
 * (encoders and the database of sounds come when needed), and sound is asked for in the name of the signed-in account.
 */
function lend(): void {
  const sounds = () => import('../audio/loading/pcmStore.ts');
  const takes = () => import('../data/sync/takes.ts');
  provideLoopFiles({
    has: async (loopId) => (await (await sounds()).getPcm(loopId)) !== undefined,
    encode: async (loop) => (await import('../audio/export/uploadFiles.ts')).encodeLoop(loop),
    encodeTake: async (loop) => (await import('../audio/export/uploadFiles.ts')).encodeTake(loop),
    async letGo(loopId) {
      await (await sounds()).deletePcm(loopId);
      if (mayHaveDrafts(deviceAccount())) await (await takes()).letTakeGo(loopId);
    },
  });
  provideTakes(async (loopId) =>
    mayHaveDrafts(deviceAccount()) ? (await takes()).soundOfTake(loopId) : null,
  );
  provideMediaCredential(callerHeaders);
}

/** Longer than this the app does not wait for what the first page shows besides its code. */
const FIRST_DATA_MS = 6000;

/** What pages with a first paint show at once, by their address. A page whose own part fails asks again and says so. */
const FIRST_DATA: Readonly<Record<string, () => Promise<unknown>>> = {
  '/': async () => firstRifff ?? queries.fetchQuery(onPage(libraryRifffsQuery)),
  '/feed': async () => (await import('./Feed.tsx')).fetchFeed(queries),
};

/** Gets all that is shown first on its way. Resolves when it is there, or when it is not worth waiting for. */
async function beginFirstVisit(): Promise<void> {
  const pathname = pathInBase();
  const path = isRootPath(pathname) ? '/' : pathname.replace(/\/$/, '').toLowerCase();
  if (!navigator.onLine) return;
  if (path === '/') expectSound();
  const code = prefetchPage(pathname);
  if (!hasFirstPaint()) return;
  const late = new Promise((resolve) => setTimeout(resolve, FIRST_DATA_MS));
  // Pupils of a class are shown other pages there, and are refused what these begin with.
  const isPupil = readKeptUser()?.pupilOf !== undefined;
  const data = isPupil ? undefined : FIRST_DATA[path]?.().catch(() => {});
  await Promise.all([code, Promise.race([data, late])]);
}

lend();
followNetwork();

/** Resolves when the app may take the place of a first paint. */
export const firstVisit: Promise<unknown> = beginFirstVisit();
