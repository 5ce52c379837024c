/** What the dialog says of a playlist before anything is made. */
import '../../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { createEngine } from '../../../audio/engine/createEngine.ts';
import type { Playlist, PlaylistItem } from '../../../data/contract/playlists.ts';
import { EngineProvider } from '../../EngineContext.tsx';
import { PlaylistExportDialog } from './PlaylistExportDialog.tsx';

const about = { jamId: 'j', user: 'tom', displayName: 'Tom', addedBy: 'mira', created: 0 };
const rest = { fadeOut: 0, loopCount: 2, shareId: null, reactions: [] };
const base = rifffOf(2);
const oggAudio = { endpoint: '', key: 'a.ogg', url: '/a.ogg', mime: 'audio/ogg', length: 1 };
const loops = base.loops.map((loop) => ({
  ...{ ...loop, creatorUserName: 'tom', isLibraryLoop: false, license: 'cc-by-4.0' },
  cdn_attachments: { oggAudio },
}));
const items = Array.from({ length: 4 }, (_, at): PlaylistItem => {
  const title =
    at === 1
      ? 'A name that goes on for so long that no line of a dialog holds all of it'
      : `Part ${at}`;
  const data = at === 1 || at === 2 ? null : { ...base, loops };
  return { ...about, ...rest, id: `i${at}`, itemId: `r${at}`, title, type: 'audio', data };
});
const list: Playlist = {
  ...{ id: 'p1', name: 'Long way home', description: '', clubId: null, clubName: '' },
  ...{ owner: 'mira', displayName: 'Mira', isDemo: false, access: 'public' },
  ...{ adders: 'members', created: 1 },
  ...{ changed: 1, itemCount: 4, mayAdd: true, mayEdit: true, discs: [] },
  ...{ entries: items.map(({ id }) => ({ id })), items },
};
const realFetch = window.fetch;
vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
  if (!String(input).includes('/api/playlists/')) return realFetch(input, init);
  return Response.json({ ok: true, data: { playlist: list } });
});
afterAll(() => vi.unstubAllGlobals());

test('says what comes along, what is left out and why, and what licences ask', async () => {
  const engine = createEngine();
  await render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <EngineProvider engine={engine}>
          <PlaylistExportDialog playlistId="p1" isOpen onOpenChange={() => undefined} />
        </EngineProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await expect.element(page.getByLabelText('Name')).toHaveValue('Long way home');
  await expect.element(page.getByText(/^2 chapters, /)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Left out: 2 items' })).toBeVisible();
  expect(page.getByText('it is gone, or not for you').elements()).toHaveLength(2);
  await expect.element(page.getByText('Name who made it.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Export', exact: true })).toBeEnabled();
  // The button has come alive a moment ago: its colours are still on their way.
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  expect(await violations(document.body, { isPart: true })).toEqual([]);
});
