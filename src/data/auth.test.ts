import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answers } from '../../tests/support/answers.ts';
import { fetchUser, signUp } from './auth.ts';
import { credentialSince, readStoredCredential, storeCredential } from './credential.ts';
import { resetSession, session } from './stores/session.ts';

const DAY_MS = 86_400_000;
const { answer, credentials, seen } = answers();

const user = (expires: number) => ({
  user_id: 'ada',
  roles: [],
  issued: 1,
  expires,
  provider: 'local',
  profile: { displayName: 'Ada' },
});

/** Answers as a server does whose sessions last 180 days; `refresh` as it is told. */
function serve(refresh: { status?: number; body: unknown }): void {
  answer(({ url }) => {
    if (url === '/api/auth/refresh') return refresh;
    const expires = Date.now() + 180 * DAY_MS;
    const data = url === '/api/auth/session' ? user(expires) : { user_id: 'ada' };
    return { body: { ok: true, data } };
  });
}

const renewed = () => ({
  body: { ok: true, data: { ...user(9e12), token: 'new', password: 'one' } },
});

/** The credential is stored so many days before now. */
function storedDaysAgo(days: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now - days * DAY_MS });
  storeCredential('old:one');
  vi.setSystemTime(now);
}

beforeEach(() => {
  resetSession();
  seen.length = 0;
  credentials.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  storeCredential(null);
});

it('renews the credential at the start once a quarter of its time is over', async () => {
  serve(renewed());
  storedDaysAgo(61);
  await fetchUser();
  expect(seen.at(-1)).toBe('POST /api/auth/refresh');
  expect(credentials.at(-1)).toBe('Bearer old:one');
  expect(readStoredCredential()).toBe('new:one');
  expect(session).toMatchObject({ status: 'in', user: { user_id: 'ada', expires: 9e12 } });
  expect(session.user).not.toHaveProperty('token');
  expect(credentialSince()).toBeGreaterThan(Date.now() - 10_000);
});

it('leaves a young credential as it is', async () => {
  serve(renewed());
  storedDaysAgo(59);
  await fetchUser();
  expect(seen).not.toContain('POST /api/auth/refresh');
  expect(readStoredCredential()).toBe('old:one');
});

it('stays signed in while the server cannot renew it', async () => {
  serve({ status: 503, body: { ok: false } });
  storedDaysAgo(100);
  await fetchUser();
  expect(seen).toContain('POST /api/auth/refresh');
  expect(readStoredCredential()).toBe('old:one');
  expect(session.status).toBe('in');
});

it('is signed out when it is refused', async () => {
  serve({ status: 401, body: { ok: false } });
  storedDaysAgo(100);
  await fetchUser();
  expect(readStoredCredential()).toBeNull();
  expect(session).toMatchObject({ status: 'out', user: null });
});

it('does not bring back a session that ended meanwhile', async () => {
  storedDaysAgo(100);
  answer(({ url }) => {
    if (url === '/api/auth/refresh') storeCredential(null);
    const data =
      url === '/api/auth/refresh' ? renewed().body.data : user(Date.now() + 180 * DAY_MS);
    return { body: { ok: true, data } };
  });
  await fetchUser();
  expect(seen.at(-1)).toBe('POST /api/auth/refresh');
  expect(readStoredCredential()).toBeNull();
});

it.each([
  ['cannot say who is signed in', { status: 503, body: { ok: false } }],
  ['is cut off in the middle of it', { body: '{"ok":true,"da' }],
])('asks again later while the server %s, and keeps the credential', async (_, cut) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  storeCredential('old:one');
  answer(cut);
  await fetchUser();
  expect(readStoredCredential()).toBe('old:one');
  serve(renewed());
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  await expect.poll(() => session.status).toBe('in');
});

it('asks for no settings of a guest, who has none', async () => {
  serveGuest({ body: {} });
  storeCredential('old:one');
  await fetchUser();
  expect(seen).toEqual(['GET /api/auth/session']);
  expect(session).toMatchObject({ status: 'in', user: { guestOf: 'room' } });
});

/** Answers as a server does of which this device has the session of a guest, until `/signup` is `made`. */
function serveGuest(made: { status?: number; body: unknown }): void {
  answer(({ url }) => {
    if (url === '/api/signup') return made;
    if (url === '/api/accounts/settings') return { status: 403, body: { ok: false } };
    return { body: { ok: true, data: { ...user(9e12), guestOf: 'room' } } };
  });
}
const typed = {
  username: 'ada',
  email: 'ada@mail.example',
  password: 'Correct horse',
  confirmPassword: 'Correct horse',
};

it('keeps a guest signed in, who has no settings', async () => {
  storeCredential('guest:one');
  serveGuest({ status: 400, body: { ok: false } });
  await fetchUser();
  expect(readStoredCredential()).toBe('guest:one');
  expect(session).toMatchObject({ status: 'in', user: { guestOf: 'room', settings: null } });
});

it('signs a guest up as who they are, and leaves them a guest where that fails', async () => {
  storeCredential('guest:one');
  serveGuest({ status: 400, body: { ok: false, message: 'taken' } });
  await fetchUser();
  await expect(signUp(typed)).rejects.toThrow('taken');
  expect(credentials[seen.indexOf('POST /api/signup')]).toBe('Bearer guest:one');
  expect(readStoredCredential()).toBe('guest:one');
  expect(session.user?.guestOf).toBe('room');
  answer(({ url }) => {
    if (url === '/api/signup') return renewed();
    const data = url === '/api/auth/session' ? user(9e12) : { user_id: 'ada' };
    return { body: { ok: true, data } };
  });
  await signUp(typed);
  expect(readStoredCredential()).toBe('new:one');
  expect(session.user?.guestOf).toBeUndefined();
});
