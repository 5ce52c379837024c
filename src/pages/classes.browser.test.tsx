/** Pages of classes against a server that answers and refuses: the teacher's, the card's, moving out, and what pupils see. */
import '../hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent, page as window_ } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../tests/support/axe.ts';
import { createEngine } from '../audio/engine/createEngine.ts';
import { transport } from '../audio/state/transport.ts';
import type { Session } from '../data/contract/auth.ts';
import type { ClassPage, OwnClass, Pupil } from '../data/contract/classes.ts';
import { storeCredential } from '../data/credential.ts';
import { readKeptUser } from '../data/keptUser.ts';
import { closeCards } from '../data/stores/freshCards.ts';
import { resetSession, session, setUser } from '../data/stores/session.ts';
import { EngineProvider } from '../hud/EngineContext.tsx';
import { restMayCome } from '../hud/parts/page/firstSound.ts';
import { ClassLine } from '../hud/shell/ClassLine.tsx';
import { Header } from '../hud/shell/Header.tsx';
import { Account } from './Account.tsx';
import { Classes, ClassOfOne } from './Classes.tsx';
import { CardPage, MoveOutPage } from './cards.tsx';

const LONG = 'Wolfeschlegelsteinhausenbergerdorffina Q';
const teacher: Session = {
  ...{ user_id: 'grace', roles: ['user'], issued: 0, expires: 9e12, provider: 'local' },
  profile: { displayName: 'Ms Grace' },
};
const pupil: Session = {
  ...teacher,
  user_id: 'pupil-abcdefgh',
  profile: { displayName: 'Ada' },
  pupilOf: {
    ...{ classId: 'class1', clubId: 'club0123456789' },
    ...{ isOpen: false, isMuted: false, isPaused: false },
  },
};
const pupilCalled = (name: string, change: Partial<Pupil> = {}): Pupil => ({
  ...{ userId: `pupil-${name.slice(0, 8).toLowerCase()}`, name, isMuted: false, hasCard: true },
  ...{ isIn: null, lastSeen: null, rifffs: 0 },
  ...change,
});
const aClass = (change: Partial<ClassPage> = {}): ClassPage => ({
  ...{ id: 'class1', name: '7b', pupils: 2, here: 1, isOpen: false, isPaused: false },
  ...{ clubId: 'club0123456789', created: Date.UTC(2026, 8, 1) },
  members: [
    pupilCalled('Ada', { isIn: 'Everyone', lastSeen: Date.now(), rifffs: 3 }),
    pupilCalled(LONG, { hasCard: false }),
  ],
  ...change,
});
const CARDS = [
  { userId: 'pupil-ada', name: 'Ada', code: 'ABCD-EFGH-JKLM' },
  { userId: 'pupil-wolfesch', name: LONG, code: 'NPRS-TVWX-YZ34' },
];
const own: OwnClass = {
  ...{ id: 'class1', name: '7b', teacher: 'Ms Grace', clubId: 'club0123456789' },
  ...{ isOpen: false, isPaused: false, isMuted: false },
};

interface Answer {
  status: number;
  body: unknown;
}
const ok = (data: unknown): Answer => ({ status: 200, body: { ok: true, data } });
const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: { ok: false, message, error: { code, message } },
});

/** What the server says, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  answers: {} as Record<string, Answer>,
  page: aClass(),
  sent: [] as { call: string; body: Record<string, unknown> }[],
  realFetch: window.fetch,
};
const sentTo = (call: string) =>
  server.sent.filter((one) => one.call === call).map(({ body }) => body);

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), window.location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const call = `${init?.method ?? 'GET'} ${pathname.replace(/^\/api/, '')}`;
  const body = init?.body ? JSON.parse(String(init.body)) : {};
  server.sent.push({ call, body });
  const answer = server.answers[call];
  if (answer) return Response.json(answer.body, { status: answer.status });
  if (call === 'POST /classes/class1') Object.assign(server.page, body);
  if (/^(GET|POST) \/classes\/class1(\/end-cards)?$/.test(call)) {
    return Response.json({ ok: true, data: { ...server.page } });
  }
  return Response.json({ ok: true, data: {} });
}

beforeEach(async () => {
  Object.assign(server, { sent: [], page: aClass() });
  server.answers = {
    'GET /site': ok({ passkeyHost: null }),
    'GET /auth/session': ok(pupil),
    'GET /accounts/settings': ok({}),
    'GET /class': ok(own),
  };
  window.fetch = respond as typeof fetch;
  sessionStorage.clear();
  storeCredential(null);
  resetSession();
  closeCards();
  restMayCome();
  await window_.viewport(1440, 900);
});
afterEach(() => {
  window.fetch = server.realFetch;
  storeCredential(null);
  resetSession();
  closeCards();
});

function Where() {
  const { pathname, hash } = useLocation();
  return <output aria-label="Where">{pathname + hash}</output>;
}
const where = (page: Awaited<ReturnType<typeof show>>) => page.getByLabelText('Where');

function show(at: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <EngineProvider engine={createEngine()}>
        <MemoryRouter initialEntries={[at]}>
          <Where />
          <Routes>
            <Route path="/classes" element={<Classes />} />
            <Route path="/classes/:id" element={<ClassOfOne />} />
            <Route path="/card" element={<CardPage />} />
            <Route path="/move-out" element={<MoveOutPage />} />
            <Route path="/account" element={<Account />} />
            <Route
              path="*"
              element={
                <>
                  <ClassLine />
                  <Header onSlot={() => {}} />
                </>
              }
            />
          </Routes>
        </MemoryRouter>
      </EngineProvider>
    </QueryClientProvider>,
  );
}

/** Nothing is wider than a telephone. */
async function fitsPhone() {
  await window_.viewport(390, 844);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
}

test('a teacher without a class is told what one is, makes it, and gets the cards once', async () => {
  setUser(teacher, null);
  server.answers['GET /classes'] = ok({ mayMake: true, classes: [] });
  server.answers['POST /classes'] = ok({ class: server.page, cards: CARDS });
  const page = await show('/classes');
  await expect.element(page.getByText('No classes yet')).toBeVisible();
  expect(await violations(page.container)).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Make a class' }));
  await userEvent.fill(page.getByLabelText('Name of the class'), ' 7b ');
  await userEvent.fill(page.getByLabelText('Pupils'), `Ada\n\n ${LONG}\nada`);
  await expect
    .element(page.getByText('3 pupils. There more than once, and told apart by a number: Ada.'))
    .toBeVisible();
  expect(await violations(page.container)).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Make the class' }));
  await expect.element(page.getByRole('heading', { name: '2 cards' })).toBeVisible();
  expect(sentTo('POST /classes')).toEqual([
    { name: '7b', names: ['Ada', LONG, 'ada'], channels: ['Everyone'] },
  ]);
  await expect.element(page.getByText('ABCD-EFGH-JKLM')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Signs Ada in' })).toBeVisible();
  await expect.element(page.getByText(/^They are shown this once/)).toBeVisible();
  expect(await violations(page.container)).toEqual([]);
  await fitsPhone();
  await userEvent.click(page.getByRole('button', { name: 'I have them' }));
  await expect.element(page.getByRole('heading', { name: '2 pupils, 1 here now' })).toBeVisible();
  await expect.element(page.getByText('ABCD-EFGH-JKLM')).not.toBeInTheDocument();
});

test('who may make none and has none is told who makes them; a list that fails says so', async () => {
  setUser(teacher, null);
  server.answers['GET /classes'] = ok({ mayMake: false, classes: [] });
  const page = await show('/classes');
  await expect.element(page.getByText('Classes are made by teachers')).toBeVisible();
  expect(page.getByRole('button', { name: 'Make a class' }).elements()).toEqual([]);
  await page.unmount();
  server.answers['GET /classes'] = refused(500, 'internal', 'Broken');
  const broken = await show('/classes');
  await expect.element(broken.getByText('The classes could not be loaded')).toBeVisible();
});

test('a class says who is where; all sound stops and goes on, and a pupil is muted', async () => {
  setUser(teacher, null);
  const page = await show('/classes/class1');
  const ada = page.getByRole('listitem').filter({ hasText: 'in Everyone' });
  await expect.element(ada.getByText('3 rifffs', { exact: false })).toBeVisible();
  await expect.element(page.getByText('never signed in, 0 rifffs, no card')).toBeVisible();
  expect(await violations(page.container)).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Stop all sound' }));
  await expect.element(page.getByText('All sound of the class is stopped')).toBeVisible();
  expect(await violations(page.container)).toEqual([]);
  await fitsPhone();
  await userEvent.click(page.getByRole('button', { name: 'Go on' }));
  await expect.element(page.getByRole('button', { name: 'Stop all sound' })).toBeVisible();
  await userEvent.click(page.getByRole('switch', { name: /The public side/ }));
  expect(sentTo('POST /classes/class1')).toEqual([
    { isPaused: true },
    { isPaused: false },
    { isOpen: true },
  ]);
  server.answers['POST /classes/class1/pupils/pupil-ada'] = ok(
    aClass({ members: [pupilCalled('Ada', { isMuted: true })] }),
  );
  await userEvent.click(page.getByRole('button', { name: 'Mute: Ada' }));
  await expect.element(page.getByRole('button', { name: 'Let speak: Ada' })).toBeVisible();
  expect(sentTo('POST /classes/class1/pupils/pupil-ada')).toEqual([{ isMuted: true }]);
});

test('what ends something is asked once more with what it does, and what fails is said', async () => {
  setUser(teacher, null);
  const page = await show('/classes/class1');
  await userEvent.click(page.getByRole('button', { name: 'More about Ada' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'New card' }));
  await expect.element(page.getByText(/^The card that Ada has ends at once/)).toBeVisible();
  server.answers['POST /classes/class1/cards'] = refused(403, 'forbidden', 'Not your class');
  await userEvent.click(page.getByRole('button', { name: 'Make the card' }));
  await expect.element(page.getByText('Not your class')).toBeVisible();
  server.answers['POST /classes/class1/cards'] = ok({ cards: CARDS.slice(0, 1) });
  await userEvent.click(page.getByRole('button', { name: 'Make the card' }));
  await expect.element(page.getByRole('heading', { name: 'The card' })).toBeVisible();
  expect(sentTo('POST /classes/class1/cards').at(-1)).toEqual({ userIds: ['pupil-ada'] });
  await userEvent.click(page.getByRole('button', { name: 'I have them' }));

  await userEvent.click(page.getByRole('button', { name: 'More about Ada' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'An account of their own' }));
  const token = 'm'.repeat(32);
  server.answers['POST /classes/class1/pupils/pupil-ada/move'] = ok({
    token,
    expires: Date.UTC(2026, 11, 1),
  });
  await userEvent.click(page.getByRole('button', { name: 'Make the link' }));
  await expect
    .element(page.getByRole('textbox', { name: 'Link' }))
    .toHaveValue(`${location.origin}/move-out#${token}`);
  await userEvent.click(page.getByRole('button', { name: 'Done' }));

  await userEvent.click(page.getByRole('button', { name: 'More about the class' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'End all cards and sign out' }));
  await userEvent.click(page.getByRole('button', { name: 'End all cards', exact: true }));
  await expect.poll(() => sentTo('POST /classes/class1/end-cards')).toEqual([{}]);
  server.answers['GET /classes'] = ok({ mayMake: true, classes: [] });
  await userEvent.click(page.getByRole('button', { name: 'More about the class' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Delete the class' }));
  await expect.element(page.getByText(/^The accounts of all 2 pupils are closed/)).toBeVisible();
  expect(await violations()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Delete the class' }));
  await expect.poll(() => where(page).element().textContent).toBe('/classes');
  expect(sentTo('POST /classes/class1/delete')).toHaveLength(1);
});

test('a class of a hundred is shown whole, and one of them is found by name', async () => {
  setUser(teacher, null);
  const members = Array.from({ length: 100 }, (_, at) => pupilCalled(`${at} of them`));
  server.page = aClass({ members, pupils: 100, here: 0 });
  const page = await show('/classes/class1');
  await expect.element(page.getByRole('heading', { name: '100 pupils' })).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(100);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Look for a name' }), '42 of');
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(1);
  await fitsPhone();
});

test('a scanned card signs in at once, leaves the address, and leads to the first channel', async () => {
  server.answers['POST /auth/card'] = ok({ ...pupil, token: 'a', password: 'b' });
  server.answers['GET /clubs/club0123456789'] = ok({ channels: [{ jamId: 'jam1' }] });
  const page = await show('/card#ABCDEFGHJKLM');
  await expect.poll(() => where(page).element().textContent).toBe('/jams/jam1');
  expect(sentTo('POST /auth/card')).toEqual([{ code: 'ABCDEFGHJKLM' }]);
});

test('a wrong code says what to do and is kept; typed in any spelling it is sent', async () => {
  server.answers['POST /auth/card'] = refused(401, 'unauthorised', 'No');
  const page = await show('/card#ABCDEFGHJKLM');
  await expect.element(page.getByText('This code signs no one in.')).toBeVisible();
  await expect.poll(() => where(page).element().textContent).toBe('/card');
  const field = page.getByLabelText('Code of your card');
  await expect.element(field).toHaveValue('ABCD-EFGH-JKLM');
  expect(await violations(page.container)).toEqual([]);
  await fitsPhone();
  await userEvent.fill(field, 'npr');
  await userEvent.click(page.getByRole('button', { name: 'Come in' }));
  await expect
    .element(page.getByText('A code has 12 letters and digits, and this has 3'))
    .toBeVisible();
  server.answers['POST /auth/card'] = ok({ ...pupil, token: 'a', password: 'b' });
  server.answers['GET /clubs/club0123456789'] = refused(500, 'internal', 'Broken');
  await userEvent.fill(field, 'nprs-tvwx-yzab');
  await userEvent.click(page.getByRole('button', { name: 'Come in' }));
  await expect.poll(() => where(page).element().textContent).toBe('/club/club0123456789');
});

test('where another account is signed in the card waits until that is signed out', async () => {
  setUser(teacher, null);
  const page = await show('/card#ABCDEFGHJKLM');
  await expect.element(page.getByText('Ms Grace is signed in on this device.')).toBeVisible();
  expect(sentTo('POST /auth/card')).toEqual([]);
  expect(await violations(page.container)).toEqual([]);
  server.answers['POST /auth/card'] = ok({ ...pupil, token: 'a', password: 'b' });
  server.answers['GET /clubs/club0123456789'] = ok({ channels: [] });
  await userEvent.click(page.getByRole('button', { name: 'Sign out and use the card' }));
  await expect.poll(() => where(page).element().textContent).toBe('/club/club0123456789');
});

test('moving out asks for an address and a password; a stale link says so', async () => {
  const token = 'm'.repeat(32);
  server.answers['POST /auth/move-offer'] = refused(404, 'not_found', 'No');
  const stale = await show(`/move-out#${token}`);
  await expect.element(stale.getByText(/^This link was used already/)).toBeVisible();
  await expect.poll(() => where(stale).element().textContent).toBe('/move-out');
  await stale.unmount();
  const offer = { userId: 'pupil-abcdefgh', name: 'Ada', className: '7b' };
  server.answers['POST /auth/move-offer'] = ok(offer);
  const page = await show(`/move-out#${token}`);
  await expect.element(page.getByText(/^This is the account of Ada in 7b\./)).toBeVisible();
  await userEvent.fill(page.getByLabelText('E-mail'), 'ada@example.org');
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'Rings4Ever');
  await userEvent.fill(page.getByLabelText('Password again'), 'Rings4Ever');
  await userEvent.click(page.getByRole('checkbox', { name: /I agree/ }));
  expect(await violations(page.container)).toEqual([]);
  const { pupilOf: _, ...free } = pupil;
  server.answers['POST /auth/move-out'] = ok({ ...free, token: 'a', password: 'b' });
  server.answers['GET /auth/session'] = ok(free);
  await userEvent.click(page.getByRole('button', { name: 'Make it my account' }));
  await expect.poll(() => where(page).element().textContent).toBe('/account');
  const typed = { email: 'ada@example.org', password: 'Rings4Ever', confirmPassword: 'Rings4Ever' };
  expect(sentTo('POST /auth/move-out')).toEqual([{ ...typed, token }]);
  expect(session.user?.pupilOf).toBeUndefined();
});

test('a pupil finds music, the class and nothing of the public side, until it is open', async () => {
  setUser(pupil, null);
  const page = await show('/jam');
  const titles = () =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(titles).toEqual(['Make', 'My class', 'My music']);
  expect(page.getByRole('link', { name: 'Search' }).elements()).toEqual([]);
  await page.unmount();
  server.answers['GET /class'] = ok({ ...own, isOpen: true });
  const open = await show('/jam');
  await expect.poll(titles).toEqual(['Make', 'My class', 'My music', 'Listen', 'Feed', 'Chart']);
  // What it asks once more would be answered to the next test.
  await open.unmount();
});

test('a paused class stops the sound of its pupils and says so, until they may play again', async () => {
  setUser(pupil, null);
  server.answers['GET /class'] = ok({ ...own, isPaused: true });
  const page = await show('/jam');
  await expect.element(page.getByText(/^Your teacher stopped the sound/)).toBeVisible();
  expect(transport.isSilenced).toBe(true);
  const audio = document.body.appendChild(document.createElement('audio'));
  audio.src = URL.createObjectURL(new Blob([]));
  void audio.play().catch(() => {});
  await expect.poll(() => audio.paused).toBe(true);
  audio.remove();
  await page.unmount();
  expect(transport.isSilenced).toBe(false);
});

test('what a class lets its pupil do is known at the next start, before the server has said it', async () => {
  storeCredential(`${'t'.repeat(32)}:${'p'.repeat(32)}`);
  setUser(pupil, null);
  server.answers['GET /class'] = ok({ ...own, isPaused: true });
  const first = await show('/jam');
  await expect.poll(() => transport.isSilenced).toBe(true);
  await first.unmount();
  const kept = readKeptUser();
  expect(kept?.pupilOf).toMatchObject({ isPaused: true, isMuted: false, isOpen: false });
  resetSession();
  server.answers['GET /class'] = refused(503, 'unavailable', 'Not now');
  setUser(kept!, null);
  const again = await show('/jam');
  await expect.element(again.getByText(/^Your teacher stopped the sound/)).toBeVisible();
  expect(transport.isSilenced).toBe(true);
  await again.unmount();
});

test('an answer that is older than what the class said last is asked for again', async () => {
  // It does not wait for the next turn of asking.
  const turns = vi.spyOn(window, 'setInterval').mockReturnValue(0 as never);
  setUser(pupil, null);
  server.answers['GET /class'] = ok({ ...own, isPaused: true });
  const page = await show('/jam');
  await expect.poll(() => transport.isSilenced).toBe(true);
  const asked = sentTo('GET /class').length;
  // The session of a moment before.
  setUser(pupil, null);
  await expect.poll(() => sentTo('GET /class').length).toBe(asked + 1);
  await expect.poll(() => transport.isSilenced).toBe(true);
  await page.unmount();
  turns.mockRestore();
});

test('the account of a pupil has name, class, sign-out and export, and nothing to set', async () => {
  setUser(pupil, null);
  server.answers['GET /accounts/blocked'] = ok({ users: [] });
  server.answers['GET /accounts/hidden-rifffs'] = ok({ hidden: [] });
  // The panel about suspensions asks who is signed in.
  storeCredential(`${'t'.repeat(32)}:${'p'.repeat(32)}`);
  const page = await show('/account');
  await expect.element(page.getByRole('heading', { name: 'Ada' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Sign out' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Download my data' })).toBeVisible();
  expect(page.getByRole('tab').elements()).toEqual([]);
  expect(document.body.textContent).not.toMatch(/password|passkey|e-mail|wallet|plan/i);
});
