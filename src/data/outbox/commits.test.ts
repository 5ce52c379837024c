import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answers } from '../../../tests/support/answers.ts';
import { loopOf } from '../../../tests/support/loopOf.ts';
import { NO_SUCH_JAM } from '../contract/constants.ts';
import type { CommitDocument } from '../device.ts';
import { addLoop, commitOf, createDraft } from '../rules/draft/draft.ts';
import { commitQueue } from './commits.ts';
import { commitDocumentId, listCommits, putCommit, removeCommit } from './store.ts';

// Without a database, as in a window that storage refuses, commits live in memory: the sender goes on all the same.
const { answer, seen } = answers();

const documentAt = (queued: number): CommitDocument => {
  const rifff = commitOf(createDraft('you'));
  return {
    _id: commitDocumentId(rifff._id),
    type: 'Commit',
    rifff,
    title: '',
    account: null,
    state: 'waiting',
    reason: '',
    autoplay: false,
    queued,
  };
};

function follower() {
  const told: string[] = [];
  const stands = { isRetrying: false, nextTryMs: 0, waitReason: '' };
  const nothing = () => {};
  const sender = commitQueue({
    uploads: { encoding: nothing, progress: nothing, uploaded: nothing, failed: nothing },
    account: () => 'ada',
    ownJam: (account) => account,
    sent: ({ _id }) => told.push(`sent ${_id}`),
    refused: () => told.push('refused'),
    moved: async () => {},
    stands: (change) => Object.assign(stands, change),
  });
  return { sender, told, stands };
}

beforeEach(() => {
  seen.length = 0;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
  // Only what is planned is held back: the line takes its own time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { _id } of await listCommits()) await removeCommit(_id);
  vi.restoreAllMocks();
});

/** Until what is under way has come to rest. */
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

it('sends the oldest first, and asks again after 1 s, then 3 s, what was lost', async () => {
  const [late, early] = [documentAt(20), documentAt(10)];
  await putCommit(late);
  await putCommit(early);
  answer({ status: 503, body: { ok: false } });
  const { sender, told, stands } = follower();
  sender.sendNow();
  await until(() => stands.isRetrying);
  expect(seen).toEqual(['POST /api/jam/ada/rifffs']);
  expect(stands.nextTryMs).toBe(Date.now() + 1000);

  stands.isRetrying = false;
  await vi.advanceTimersByTimeAsync(1000);
  await until(() => stands.isRetrying);
  expect(seen).toHaveLength(2);
  expect(stands.nextTryMs).toBe(Date.now() + 3000);

  answer({ body: { ok: true, data: { id: 'x', rifff: early.rifff } } });
  await vi.advanceTimersByTimeAsync(3000);
  await until(() => !stands.isRetrying);
  expect(told).toEqual([`sent ${early._id}`, `sent ${late._id}`]);
  expect(await listCommits()).toEqual([]);
  expect(stands.nextTryMs).toBe(0);
});

it('keeps what was refused with the reason, and goes on with the next', async () => {
  const [spoilt, good] = [documentAt(1), documentAt(2)];
  await putCommit(spoilt);
  await putCommit(good);
  answer(() =>
    seen.length > 1
      ? { body: { ok: true, data: { id: 'x', rifff: good.rifff } } }
      : { status: 400, body: { ok: false, message: 'rifff.loops.0: unknown' } },
  );
  const { sender, told } = follower();
  sender.sendNow();
  await until(() => told.length === 2);
  expect(told).toEqual(['refused', `sent ${good._id}`]);
  expect(await listCommits()).toMatchObject([
    { _id: spoilt._id, state: 'refused', reason: 'rifff.loops.0: unknown', account: 'ada' },
  ]);
});

it('keeps what a server without room cannot take, says so, and sends it when there is room', async () => {
  const document = documentAt(1);
  await putCommit(document);
  answer({
    status: 507,
    body: { ok: false, message: 'No room', error: { code: 'no_room', message: 'No room' } },
  });
  const { sender, told, stands } = follower();
  sender.sendNow();
  await until(() => stands.isRetrying);
  expect(told).toEqual([]);
  expect(await listCommits()).toMatchObject([{ _id: document._id, state: 'waiting' }]);
  expect(stands.waitReason).toBe('no room left on this server');

  answer({ body: { ok: true, data: { id: 'x', rifff: document.rifff } } });
  await vi.advanceTimersByTimeAsync(1000);
  await until(() => told.length === 1);
  expect(await listCommits()).toEqual([]);
});

it('begins with the shortest pause again once something arrived', async () => {
  const [first, second] = [documentAt(1), documentAt(2)];
  await putCommit(first);
  await putCommit(second);
  const busy = { status: 503, body: { ok: false } };
  // The first arrives with its second try; the second one fails.
  answer(() =>
    seen.length === 2 ? { body: { ok: true, data: { id: 'x', rifff: first.rifff } } } : busy,
  );
  const { sender, told, stands } = follower();
  await sender.sendNow();
  stands.isRetrying = false;
  await vi.advanceTimersByTimeAsync(1000);
  await until(() => stands.isRetrying);
  expect(told).toEqual([`sent ${first._id}`]);
  expect(stands.nextTryMs).toBe(Date.now() + 1000);
  sender.stop();
});

it('leaves the commits of other accounts where they are', async () => {
  await putCommit({ ...documentAt(1), account: 'eve' });
  const { sender, stands } = follower();
  await sender.sendNow();
  expect(seen).toEqual([]);
  expect(stands.isRetrying).toBe(false);
  expect(await listCommits()).toMatchObject([{ account: 'eve', state: 'waiting' }]);
});

it('keeps the pause of another tab, unless somebody wants it now', async () => {
  const document = documentAt(1);
  await putCommit(document);
  answer({ body: { ok: true, data: { id: 'x', rifff: document.rifff } } });
  const { sender, told, stands } = follower();
  sender.follow(9000, false);
  expect(stands.isRetrying).toBe(false);
  sender.follow(9000, true);
  expect(stands).toMatchObject({ isRetrying: true, nextTryMs: Date.now() + 9000 });
  await vi.advanceTimersByTimeAsync(8999);
  expect(seen).toEqual([]);
  sender.sendNow();
  await until(() => told.length === 1 && !stands.isRetrying);
  expect(seen).toHaveLength(1);
});

it('keeps what found no room, and sends it once there is some', async () => {
  const document = documentAt(1);
  await putCommit(document);
  const error = { code: 'over_quota', message: 'There is no room left for it' };
  answer({ status: 413, body: { ok: false, message: error.message, error } });
  const { sender, told, stands } = follower();
  sender.sendNow();
  await until(() => stands.isRetrying);
  expect(told).toEqual([]);
  expect(await listCommits()).toMatchObject([{ _id: document._id, state: 'waiting' }]);
  answer({ body: { ok: true, data: { id: 'x', rifff: document.rifff } } });
  await vi.advanceTimersByTimeAsync(1000);
  await until(() => told.length === 1);
  expect(told).toEqual([`sent ${document._id}`]);
});

it('imports into, and posts to, the room that was chosen, and keeps what the room refuses', async () => {
  const target = { jamId: 'band1', name: 'Cellar' };
  const there: CommitDocument = { ...documentAt(1), target };
  const loop = loopOf('lib', { isLibraryLoop: true });
  there.rifff = { ...addLoop(there.rifff, loop), _id: there.rifff._id };
  const own = documentAt(2);
  await putCommit(there);
  await putCommit(own);
  let isMember = true;
  answer((request) => {
    if (!isMember && request.url?.includes('band1')) {
      const error = { code: 'not_found', message: NO_SUCH_JAM };
      return { status: 404, body: { ok: false, message: NO_SUCH_JAM, error } };
    }
    return { body: { ok: true, data: { id: 'lib', loop, rifff: own.rifff } } };
  });
  const { sender, told } = follower();
  sender.sendNow();
  await until(() => told.length === 2);
  expect(seen).toHaveLength(3);
  expect(seen[0]).toMatch(/^POST \/api\/jam\/band1\//);
  expect(seen.slice(1)).toEqual(['POST /api/jam/band1/rifffs', 'POST /api/jam/ada/rifffs']);

  isMember = false;
  await putCommit(there);
  sender.sendNow();
  await until(() => told.at(-1) === 'refused');
  expect(await listCommits()).toMatchObject([
    { state: 'refused', reason: 'Cellar is closed to you now', isRoomClosed: true, target },
  ]);
});

const gone = (document: CommitDocument) => async () => removeCommit(document._id);

it('does not try again what was taken back while it was on its way', async () => {
  const document = documentAt(1);
  await putCommit(document);
  const { sender, told } = follower();
  let taken: Promise<void> | undefined;
  answer(() => {
    taken ??= sender.takeBack(document.rifff._id, gone(document));
    return { status: 503, body: { ok: false } };
  });
  await sender.sendNow();
  await taken;
  expect(await listCommits()).toEqual([]);
  await sender.sendNow();
  expect(seen).toHaveLength(1);
  expect(told).toEqual([]);
  sender.stop();
});

it('does not begin what is taken back while another is on its way, and goes on with the rest', async () => {
  const [first, dropped, last] = [documentAt(1), documentAt(2), documentAt(3)];
  for (const document of [first, dropped, last]) await putCommit(document);
  const { sender, told } = follower();
  let taken: Promise<void> | undefined;
  answer(() => {
    taken ??= sender.takeBack(dropped.rifff._id, gone(dropped));
    return { body: { ok: true, data: { id: 'x', rifff: first.rifff } } };
  });
  sender.sendNow();
  await until(() => told.length === 2);
  await taken;
  expect(told).toEqual([`sent ${first._id}`, `sent ${last._id}`]);
  expect(await listCommits()).toEqual([]);
});
