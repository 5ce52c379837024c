import '../../system/base.css';
import { DndContext } from '@dnd-kit/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import type { Engine } from '../../../audio/engine/Engine.ts';
import { clearPoolFilter, patchPool, pool, showPoolPlace } from '../../../data/stores/pool.ts';
import { EngineProvider } from '../../EngineContext.tsx';
import { EditorProvider } from '../EditorContext.tsx';
import { Pool } from './Pool.tsx';

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const ALL = ['Front Door', 'Rubber', LONG, 'Salt'].map((name, at) =>
  loopOf(`l${at}`, { name, isLibraryLoop: true, family: 'ember-street' }),
);

/** What of the library was asked for. */
const asked: URLSearchParams[] = [];
/** An engine that is told to be quiet. */
const engine = {
  stopAudition() {},
  stop() {},
  setRifff: async () => {},
} as Partial<Engine> as Engine;

beforeEach(() => {
  asked.length = 0;
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, location.href);
    if (!url.pathname.startsWith('/api/')) return realFetch(address, init);
    if (url.pathname !== '/api/library/loops') {
      return Response.json({ ok: true, data: { packs: [], creators: [], profiles: [] } });
    }
    asked.push(url.searchParams);
    const like = url.searchParams.get('like');
    const loops = like === null ? ALL : ALL.filter(({ _id }) => _id !== like).reverse();
    return Response.json({ ok: true, data: { loops, total: loops.length } });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  clearPoolFilter();
  showPoolPlace('library');
});

async function show(width: number) {
  await page.viewport(width, 800);
  await render(
    <MemoryRouter>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <EngineProvider engine={engine}>
          <EditorProvider>
            <DndContext>
              <div style={{ height: 700, padding: '0 16px' }}>
                <Pool />
              </div>
            </DndContext>
          </EditorProvider>
        </EngineProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await expect.poll(names).toHaveLength(4);
}

const row = (name: string) =>
  document.querySelector<HTMLElement>(`[role="row"][aria-label^="${name}"]`)!;
const names = () =>
  [...document.querySelectorAll<HTMLElement>('[role="row"]')].map(
    (one) => one.getAttribute('aria-label')?.split(',')[0],
  );
const line = () => document.querySelector('[role="status"] strong')?.textContent;

test('a key of a row shows what sounds like it, in the same list, and a button goes back', async () => {
  await show(1280);
  patchPool({ search: 'a' });
  // Its rows are other ones than before, and none of those has the keyboard any more.
  await expect.poll(() => asked.at(-1)?.get('search')).toBe('a');
  await expect.poll(names).toHaveLength(4);
  await expect
    .poll(() => {
      row('Rubber')?.focus();
      return document.activeElement === row('Rubber');
    })
    .toBe(true);
  expect(row('Rubber').getAttribute('aria-keyshortcuts')).toContain('F');
  await userEvent.keyboard('f');
  await expect.poll(names).toEqual(['Salt', LONG, 'Front Door']);
  expect(line()).toBe('Rubber');
  // Other filters went, so that all that is alike can be seen.
  await expect
    .poll(() => Object.fromEntries(asked.at(-1)!))
    .toEqual({ limit: '10', skip: '0', like: 'l1' });
  expect(pool.search).toBe('');
  // The keyboard stands where the way back is.
  const back = page.getByRole('button', { name: 'Show all loops again' });
  await expect.element(back).toHaveFocus();
  expect(await violations(document.body, { isPart: true })).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(names).toHaveLength(4);
  expect(line()).toBeUndefined();
  expect(document.activeElement).not.toBe(document.body);
});

test('what is alike can be narrowed by category', async () => {
  await show(1280);
  row('Salt').focus();
  await page.getByRole('button', { name: 'Sounds like this: Salt' }).click();
  await expect.poll(line).toBe('Salt');
  await page.getByRole('button', { name: 'Bass' }).click();
  await expect.poll(() => asked.at(-1)?.get('category')).toBe('bass');
  expect(asked.at(-1)?.get('like')).toBe('l3');
});

test('fingers reach it at 390 pixels', async () => {
  await show(390);
  row(LONG).focus();
  const action = page.getByRole('button', { name: `Sounds like this: ${LONG}` });
  await expect.element(action).toBeVisible();
  const box = action.element().getBoundingClientRect();
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await action.click();
  await expect.poll(line).toBe(LONG);
  const back = page.getByRole('button', { name: 'Show all loops again' });
  const size = back.element().getBoundingClientRect();
  expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(44);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
