import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answers } from '../../../tests/support/answers.ts';
import { MessageSender } from './messages.ts';
import { listUnsent, removeMessage } from './store.ts';

// Without a database, as in a window that storage refuses, messages live in memory: the sender goes on all the same.
const { answer, seen } = answers();

const arrives = { status: 200, body: { ok: true, data: { id: 'x', message: { id: 'x' } } } };
const refused = { status: 403, body: { ok: false, message: 'Join this jam first' } };
const busy = { status: 503, body: { ok: false } };

let account: string | null = 'mia';
function follower() {
  const told: string[] = [];
  const sender = new MessageSender({
    account: () => account,
    sent: ({ id }) => told.push(`sent ${id}`),
    changed: () => {},
  });
  return { sender, told };
}

beforeEach(() => {
  seen.length = 0;
  account = 'mia';
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
  // Only what is planned is held back: the line takes its own time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { id } of await listUnsent()) await removeMessage(id);
  vi.restoreAllMocks();
});

/** Until what is under way has come to rest. */
const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
};

it('says something at once: true when the server has it', async () => {
  const { sender, told } = follower();
  answer(arrives);
  expect(await sender.say({ jamId: 'room', text: 'hello' })).toBe(true);
  expect(seen).toEqual(['POST /api/jam/room/messages']);
  expect(told).toEqual(['sent x']);
  expect(await listUnsent()).toEqual([]);
  expect(sender.nextTryMs).toBe(0);
});

it('keeps what failed, answers false, and tries again after 1 s, then 3 s, in the order in which it was said', async () => {
  const { sender, told } = follower();
  answer(busy);
  expect(await sender.say({ jamId: 'room', text: 'first' })).toBe(false);
  expect(console.error).toHaveBeenCalledWith('Posting chat error');
  expect(await listUnsent()).toMatchObject([{ text: 'first', state: 'waiting' }]);
  answer(busy);
  await vi.advanceTimersByTimeAsync(999);
  expect(seen).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await until(() => sender.nextTryMs === Date.now() + 3000);
  answer(arrives);
  await vi.advanceTimersByTimeAsync(3000);
  await until(async () => (await listUnsent()).length === 0);
  expect(seen).toHaveLength(3);
  expect(told).toEqual(['sent x']);
});

it('keeps what was refused with its reason, and goes on with the rest', async () => {
  const { sender } = follower();
  answer(refused);
  expect(await sender.say({ jamId: 'room', text: 'no' })).toBe(false);
  answer(arrives);
  expect(await sender.say({ jamId: 'other', text: 'yes', replyTo: 'm1' })).toBe(true);
  expect(seen.at(-1)).toBe('POST /api/jam/other/feed/m1/reply');
  const [left] = await listUnsent();
  const { id } = left!;
  expect(left).toMatchObject({ text: 'no', state: 'refused', reason: 'Join this jam first' });
  expect(await sender.resend(id)).toBe(true);
  expect(await listUnsent()).toEqual([]);
});

it('says nothing for nobody, and leaves what others said to them', async () => {
  const { sender } = follower();
  answer(busy);
  await sender.say({ jamId: 'room', text: 'of mia' });
  sender.stop();
  account = null;
  expect(await sender.say({ jamId: 'room', text: 'of nobody' })).toBe(false);
  account = 'tom';
  answer(arrives);
  expect(await sender.say({ jamId: 'room', text: 'of tom' })).toBe(true);
  expect(await listUnsent()).toMatchObject([{ text: 'of mia' }]);
  await sender.discard((await listUnsent())[0]!.id);
  expect(await listUnsent()).toEqual([]);
});

it('does not keep what was dropped while the server refused it', async () => {
  const { sender } = follower();
  answer(refused);
  const said = sender.say({ jamId: 'room', text: 'no' });
  await until(() => seen.length === 1);
  await sender.discard(sender.sendingId!);
  await said;
  expect(await listUnsent()).toEqual([]);
});
