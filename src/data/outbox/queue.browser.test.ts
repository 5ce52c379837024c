import { openDB } from 'idb';
import { afterEach, expect, it, vi } from 'vitest';
import { closeDevice } from '../device.ts';
import { commitOf, createDraft } from '../rules/draft/draft.ts';
import { commitQueue } from './commits.ts';
import { MessageSender } from './messages.ts';
import { Queue } from './queue.ts';
import { asOnlySender, listCommits, listUnsent } from './store.ts';

const RUN = '0123456789abcdef0123456789abcd01';
const LOOP = '0123456789abcdef0123456789abcd02';

/** The database as the fourth version of this product left it, with what waited in it. */
async function leaveOldDevice(): Promise<void> {
  await closeDevice();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('rondo').onsuccess = resolve;
  });
  const old = await openDB('rondo', 4, {
    upgrade(db) {
      db.createObjectStore('documents', { keyPath: '_id' }).createIndex('updated', 'updated');
      db.createObjectStore('commits', { keyPath: '_id' }).createIndex('queued', 'queued');
      db.createObjectStore('uploads', { keyPath: 'loopId' });
      db.createObjectStore('messages', { keyPath: 'id' });
    },
  });
  const rifff = commitOf(createDraft('you'));
  await old.put('commits', {
    _id: `commit_${rifff._id}`,
    type: 'Commit',
    rifff,
    title: '',
    account: null,
    state: 'waiting',
    reason: '',
    autoplay: false,
    queued: 5,
  });
  await old.put('messages', {
    id: 'm1',
    jamId: 'band1',
    account: 'ada',
    text: 'still here',
    images: [],
    voice: null,
    replyTo: null,
    rifff: null,
    state: 'waiting',
    reason: '',
    queued: 6,
  });
  old.close();
  const run = {
    runId: RUN,
    mode: 'explorer',
    missionSeed: '20261123',
    token: 'a.b',
    moves: [{ t: 5, do: 'grab', rifff: LOOP, loop: LOOP }],
    endedMs: Date.now() - 1000,
    isSent: false,
    refusal: '',
  };
  localStorage.setItem('rondo/arcade-runs', JSON.stringify([run]));
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.removeItem('rondo/arcade-runs');
});

it('sends what an older version left waiting, and keeps it while the account has to sign in', async () => {
  await leaveOldDevice();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const arrived: string[] = [];
  let isSignedIn = false;
  vi.stubGlobal('fetch', async (address: string | URL) => {
    if (isSignedIn) {
      arrived.push(new URL(address, location.href).pathname);
      return Response.json({ ok: true, data: { id: 'm1', message: { id: 'm1' } } });
    }
    const error = { code: 'unauthorised', message: 'Sign in' };
    return Response.json({ ok: false, message: 'Sign in', error }, { status: 401 });
  });
  const commits = commitQueue({
    uploads: { encoding() {}, progress() {}, uploaded() {}, failed() {} },
    account: () => 'ada',
    ownJam: (account) => account,
    sent() {},
    refused() {},
    moved: async () => {},
    stands() {},
  });
  const messages = new MessageSender({ account: () => 'ada', sent() {}, changed() {} });
  const runs: typeof import('../stores/heldRuns.ts') = await import(
    /* @vite-ignore */ `../stores/heldRuns.ts?old=${Date.now()}`
  );
  const sendAll = () => Promise.all([commits.sendNow(), messages.sendNow(), runs.sendHeldRuns()]);

  await sendAll();
  expect(await listCommits()).toMatchObject([{ state: 'waiting', account: 'ada' }]);
  expect(await listUnsent()).toMatchObject([{ id: 'm1', state: 'waiting' }]);
  expect(runs.heldRuns.runs).toMatchObject([{ runId: RUN, isSent: false, refusal: '' }]);

  isSignedIn = true;
  await sendAll();
  expect(await listCommits()).toEqual([]);
  expect(await listUnsent()).toEqual([]);
  expect(runs.heldRuns.runs).toMatchObject([{ runId: RUN, isSent: true }]);
  expect(arrived.sort()).toEqual([
    '/api/arcade/runs',
    '/api/jam/ada/rifffs',
    '/api/jam/band1/messages',
  ]);
});

it('sends what is wanted at once, though the tab that sends puts its next try off meanwhile', async () => {
  const lock = 'rondo/test';
  const sent: string[] = [];
  const queue = new Queue<string>({
    lock,
    list: async () => (sent.length === 0 ? ['one'] : []),
    take: async (id) => id,
    send: async (item) => void sent.push(item),
    failed: async () => {},
    moved: async () => {},
    stands() {},
  });
  const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = asOnlySender(() => {
    began.resolve();
    return ended.promise;
  }, lock);
  await began.promise;
  const asked = queue.sendNow();
  queue.follow(60_000, true);
  ended.resolve();
  await Promise.all([other, asked]);
  expect(sent).toEqual(['one']);
  queue.stop();
});
