/** The editor of looks against a server that answers: what is made is seen, taken back, kept and sent. */
import '../../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { STRIPED_LOOK } from '../../../../tests/support/stripedLook.ts';
import type { Engine } from '../../../audio/engine/Engine.ts';
import type { Session } from '../../../data/contract/auth.ts';
import type { LookDocument } from '../../../data/contract/looks.ts';
import { newLook } from '../../../data/rules/stage/editLook.ts';
import { allPlaces } from '../../../data/stores/places.ts';
import { resetSession, setUser } from '../../../data/stores/session.ts';
import { LookEditing } from '../../../pages/LookEditing.tsx';
import { EngineProvider } from '../../EngineContext.tsx';

const MEMBER: Session = {
  ...{ user_id: 'ada', roles: ['user'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: 'Ada' } },
};
const STARTERS = ['One', 'Two'].map((title, at) => ({
  id: `s${at}`,
  title,
  rifff: { ...rifffOf(3), _id: `s${at}` },
}));
const savedOf = (document: LookDocument, mayEdit: boolean) => ({
  ...{ id: 'look1', document, access: 'public', user: 'ada', displayName: 'Ada' },
  ...{ created: 1, changed: 1, makers: [], jamCount: 0, mayEdit },
});

/** What the server was asked. Stands in for the network, outside the code under test. */
const server = {
  sent: [] as { call: string; body: unknown }[],
  mayEdit: true,
  refusal: '',
  realFetch: window.fetch,
};
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const call = `${init?.method ?? 'GET'} ${pathname.replace(/^\/api/, '')}`;
  const ok = (data: unknown) => answer(200, { ok: true, data });
  if (call.startsWith('GET /library/')) return ok({ rifffs: STARTERS });
  if (call === 'GET /looks/look1') {
    return ok({ look: savedOf({ ...newLook(), name: 'Dune' }, server.mayEdit) });
  }
  if (call === 'GET /looks/striped') return ok({ look: savedOf(STRIPED_LOOK, true) });
  if (!call.startsWith('POST /looks')) return ok({});
  const body = JSON.parse(String(init?.body));
  server.sent.push({ call, body });
  if (server.refusal) {
    return answer(400, { ok: false, message: server.refusal, error: { code: 'bad_request' } });
  }
  return ok({ look: savedOf(body.document, true) });
}

function Here() {
  const { pathname, search } = useLocation();
  return <p data-testid="here">{pathname + search}</p>;
}

const engine = {
  ...{ pause() {}, stop() {}, setList() {}, unlock: async () => {}, preload: async () => {} },
  ...{ setRifff: async () => {}, play: async () => {}, setLooping() {}, prepare: async () => {} },
} as Partial<Engine> as Engine;

const show = (at: string) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <EngineProvider engine={engine}>
        <MemoryRouter initialEntries={[at]}>
          <main>
            <Routes>
              <Route path="/looks/new" element={<LookEditing />} />
              <Route path="/looks/:look/edit" element={<LookEditing />} />
              <Route path="*" element={<p>Elsewhere</p>} />
            </Routes>
            <Here />
          </main>
        </MemoryRouter>
      </EngineProvider>
    </QueryClientProvider>,
  );

const seen = () =>
  [...allPlaces()].find(({ id }) => id === 'look-stage')?.view.stage?.look as LookDocument;
const here = () => document.querySelector('[data-testid=here]')?.textContent;
const named = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  Object.assign(server, { sent: [], mayEdit: true, refusal: '' });
  localStorage.clear();
  window.fetch = respond as typeof fetch;
  await page.viewport(1200, 900);
});
afterEach(async () => {
  await cleanup();
  window.fetch = server.realFetch;
  resetSession();
});

test('what is changed is seen, taken back and done again', async () => {
  await show('/looks/new?from=rose');
  await expect.poll(() => seen()?.layers.length).toBe(2);
  await page.getByLabelText('Another layer').selectOptions('Echoes of the beat');
  await expect
    .poll(() => seen()?.layers.map(({ source }) => source))
    .toEqual(['rings', 'rings', 'echo']);
  const density = page.getByRole('slider', { name: 'Density' });
  (density.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => seen()?.layers[2]?.density).toBe(620);
  await named('Undo').click();
  await named('Undo').click();
  await expect.poll(() => seen()?.layers[2]?.density).toBeUndefined();
  await named('Undo').click();
  await expect.poll(() => seen()?.layers.length).toBe(2);
  await named('Redo').click();
  await expect.poll(() => seen()?.layers.length).toBe(3);
  expect(await violations()).toEqual([]);
});

test('a visitor is led to sign in, and finds what was made again', async () => {
  const first = await show('/looks/new');
  await expect.poll(() => seen()?.ground).toBe('ground');
  await page.getByLabelText('Ground').selectOptions('Paper');
  await expect.poll(() => seen()?.ground).toBe('paper');
  const link = page.getByRole('link', { name: 'Sign in to save it' });
  expect(link.element().getAttribute('href')).toContain(encodeURIComponent('/looks/new'));
  await first.unmount();
  setUser(MEMBER, null);
  await show('/looks/new');
  await expect.poll(() => seen()?.ground).toBe('paper');
  // It can be thrown away as well.
  await named('Throw the changes away').click();
  await expect.poll(() => seen()?.ground).toBe('ground');
});

test('a look is saved with what it was made from; what is refused is said and stays', async () => {
  setUser(MEMBER, null);
  await show('/looks/new?from=look1');
  const name = page.getByLabelText('Name');
  await expect.poll(() => (name.query() as HTMLInputElement | null)?.value).toBe('Dune, my way');
  await name.fill('');
  await expect.element(page.getByText('A look needs a name')).toBeVisible();
  expect(named('Save the look').element()).toHaveProperty('disabled', true);
  await name.fill('Dusk');
  server.refusal = 'Five hundred looks are the most that an account keeps';
  await named('Save the look').click();
  await expect.element(page.getByText(server.refusal)).toBeVisible();
  expect((name.element() as HTMLInputElement).value).toBe('Dusk');
  server.refusal = '';
  await named('Save the look').click();
  await expect.poll(here).toBe('/looks/look1');
  const [, { call, body }] = server.sent as [unknown, { call: string; body: { id: string } }];
  expect(call).toBe('POST /looks');
  expect(body).toMatchObject({
    madeFrom: 'look1',
    access: 'private',
    document: { name: 'Dusk', v: 1 },
  });
  // Tried again it is the same look.
  expect(body.id).toBe((server.sent[0]!.body as { id: string }).id);
  expect(localStorage.length).toBe(0);
});

test('one’s own look is changed, another one is made from', async () => {
  setUser(MEMBER, null);
  const own = await show('/looks/look1/edit');
  await named('Calmer').click();
  await named('Save').click();
  await expect.poll(() => server.sent.length).toBe(1);
  expect(server.sent[0]).toMatchObject({
    call: 'POST /looks/look1',
    body: { access: 'public', document: { mods: [{ amount: 300, rise: 400 }, { amount: 375 }] } },
  });
  await own.unmount();
  server.mayEdit = false;
  await show('/looks/look1/edit');
  await expect.poll(here).toBe('/looks/new?from=look1');
});

test('the camera leans, and stands up again', async () => {
  await show('/looks/new?from=relief');
  await expect.poll(() => seen()?.camera?.tilt).toBe(800);
  const lean = page.getByRole('slider', { name: 'How far it leans' }).element() as HTMLElement;
  lean.focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => seen()?.camera).toEqual({ tilt: 790, turn: 0 });
  await userEvent.keyboard('{Home}');
  await expect.poll(() => seen()?.camera).toBeUndefined();
  await named('Undo').click();
  await expect.poll(() => seen()?.camera?.tilt).toBe(790);
  await named('Undo').click();
  await expect.poll(() => seen()?.camera?.tilt).toBe(800);
});

test('a finish is added, changed by keys, and taken away', async () => {
  await show('/looks/new');
  await expect.poll(() => seen()?.layers.length).toBe(1);
  const another = page.getByLabelText('Another finish');
  await another.selectOptions('Hard shadow');
  await expect.poll(() => seen()?.finish).toEqual([{ kind: 'shadow', distance: 500, turn: 375 }]);
  const far = page.getByRole('slider', { name: 'How far it falls' }).element() as HTMLElement;
  far.focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => seen()?.finish).toMatchObject([{ distance: 1000 }]);
  await another.selectOptions('Screen of lines');
  await expect.poll(() => seen()?.finish?.length).toBe(2);
  expect(another.element()).toHaveProperty('disabled', true);
  expect(await violations()).toEqual([]);
  await named('Take it away: Hard shadow').click();
  await expect.poll(() => seen()?.finish?.map(({ kind }) => kind)).toEqual(['lines']);
  await named('Undo').click();
  await named('Undo').click();
  await expect.poll(() => seen()?.finish).toMatchObject([{ kind: 'shadow', distance: 1000 }]);
  await named('Undo').click();
  await named('Undo').click();
  await expect.poll(() => seen()?.finish).toBeUndefined();
});

test('a finish is moved as a layer is, but for what would be stripes that travel', async () => {
  await show('/looks/new');
  await page.getByLabelText('Another finish').selectOptions('Screen of dots');
  await expect.poll(() => seen()?.finish?.length).toBe(1);
  expect(named('Let something move it: Dots apart').query()).toBeNull();
  await named('Let something move it: Size of the dots').click();
  await page.getByLabelText('What moves: Size of the dots').selectOptions('MIDI knob 3');
  await expect
    .poll(() => seen()?.mods.at(-1))
    .toEqual({ finish: 0, value: 'width', source: 'knob3', amount: 300, rise: 0, fall: 0 });
  await expect
    .element(page.getByRole('slider', { name: 'Knob 3: Screen of dots, size of the dots' }))
    .toBeInTheDocument();
  await named('Take it away: Screen of dots').click();
  await expect.poll(() => seen()?.mods.length).toBe(2);
});

test('a second version is kept beside the first, and numbers lie between them', async () => {
  await show('/looks/new');
  await expect.poll(() => seen()?.mods[0]?.amount).toBe(400);
  await named('B').click();
  await named('Calmer').click();
  await expect.poll(() => seen()?.mods[0]?.amount).toBe(300);
  await named('A').click();
  await expect.poll(() => seen()?.mods[0]?.amount).toBe(400);
  const blend = page.getByRole('slider', { name: 'From A to B' }).element() as HTMLElement;
  blend.focus();
  for (let at = 0; at < 5; at++) await userEvent.keyboard('{PageUp}');
  await expect.poll(() => seen()?.mods[0]?.amount).toBe(350);
});

test('flashes and cost are measured on the rifff that it is seen with', async () => {
  await show('/looks/new?from=riso');
  await expect
    .poll(() => document.querySelector<HTMLElement>('[data-flashes]')?.dataset.flashes)
    .toMatch(/^[0-3]$/);
  await expect.element(page.getByText(/draws \d\.\d times as much as print/)).toBeVisible();
  await expect.element(page.getByText(/Its stripes/)).not.toBeInTheDocument();
});

test('stripes for which a look would be refused are said before it is saved', async () => {
  await show('/looks/new?from=striped');
  await expect
    .element(page.getByText(/Its stripes are over more of the screen than is safe/))
    .toBeVisible();
});
