import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChatMessage } from '../../contract/chat.ts';
import {
  type ChatFeed,
  mergeMessages,
  olderKey,
  withHeard,
  withNewest,
  withOlder,
} from './chat.ts';

const message = (number: number, parts: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `m${number}`,
  type: 'text',
  jamId: 'jam',
  number,
  created: number,
  user: 'mia',
  displayName: 'Mia',
  message: `line ${number}`,
  images: [],
  audio: null,
  rifff: null,
  reply: null,
  reactions: [],
  isRemoved: false,
  ...parts,
});
/** Page of a jam of `count` messages, as the server makes it. */
const pageOf = (count: number, limit: number, below = Number.POSITIVE_INFINITY) => {
  const all = Array.from({ length: count }, (_, at) => message(at + 1)).reverse();
  const older = all.filter(({ number }) => number < below);
  return { feed: older.slice(0, limit), lastPage: older.length <= limit };
};
const numbers = ({ messages }: ChatFeed) => messages.map(({ number }) => number);

it('merging has each message once, newest first, whatever came twice and in whatever order', () => {
  const list = fc.array(fc.integer({ min: 1, max: 40 }).map((number) => message(number)));
  fc.assert(
    fc.property(list, list, (known, fresh) => {
      const merged = mergeMessages(known, fresh).map(({ number }) => number);
      const all = new Set([...known, ...fresh].map(({ number }) => number));
      expect(merged).toEqual([...all].sort((a, b) => b - a));
      expect(mergeMessages(mergeMessages(known, fresh), fresh)).toEqual(
        mergeMessages(known, fresh),
      );
    }),
  );
});

it('a message that changed stands as it came last', () => {
  const feed = withNewest(undefined, 'jam', pageOf(5, 20));
  const after = withHeard(feed, [message(3, { isRemoved: true, message: '' })]);
  expect(after.messages[2]).toMatchObject({ id: 'm3', isRemoved: true });
  expect(after.messages).toHaveLength(5);
});

it('an answer quotes nothing of a message that was deleted, whichever of the two came last', () => {
  const quoted = { id: 'm3', type: 'text' as const, user: 'mia', message: 'line 3' };
  const answer = message(4, { reply: { ...quoted, isRemoved: false } });
  const gone = message(3, { isRemoved: true, message: '' });
  const feed = withNewest(undefined, 'jam', { feed: [answer, message(3)], lastPage: true });
  for (const after of [
    withHeard(feed, [gone]),
    withHeard(withHeard({ ...feed, messages: [message(3)] }, [gone]), [answer]),
  ]) {
    expect(after.messages[0]!.reply).toMatchObject({ user: '', message: '', isRemoved: true });
  }
});

it('the first load of another jam replaces, that of the same one is merged', () => {
  const feed = withNewest(undefined, 'jam', pageOf(30, 10));
  const older = withOlder(feed, 'jam', pageOf(30, 10, olderKey(feed)));
  expect(numbers(withNewest(older, 'jam', pageOf(33, 10)))).toHaveLength(23);
  const other = { feed: [message(1, { jamId: 'other', id: 'o1' })], lastPage: true };
  expect(withNewest(older, 'other', other)).toMatchObject({ jamId: 'other', lastPage: true });
  expect(withNewest(older, 'other', other).messages).toHaveLength(1);
  expect(withOlder(older, 'other', other)).toBe(older);
  expect(withHeard(older, other.feed)).toBe(older);
});

it('a page that lies wholly above what is known leaves no gap behind', () => {
  const feed = withNewest(undefined, 'jam', pageOf(10, 5));
  const after = withNewest(feed, 'jam', pageOf(100, 5));
  expect(numbers(after)).toEqual([100, 99, 98, 97, 96]);
  expect(after.lastPage).toBe(false);
});

it('a message of the socket keeps its place over a page that was asked for before it', () => {
  const feed = withHeard(withNewest(undefined, 'jam', pageOf(3, 20)), [message(4)]);
  expect(numbers(withNewest(feed, 'jam', pageOf(3, 20)))).toEqual([4, 3, 2, 1]);
});

it('paging, sockets and reloads in any order hold a stretch of the newest messages without gaps', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('say' as const), count: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ kind: fc.constantFrom('older' as const, 'reload' as const) }),
    // Heard, or lost on the way until the next reload.
    fc.record({ kind: fc.constant('hear' as const) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.array(step), (start, steps) => {
      let count = start;
      let feed = withNewest(undefined, 'jam', pageOf(count, 10));
      for (const { kind, ...more } of steps) {
        if (kind === 'say') count += (more as { count: number }).count;
        else if (kind === 'older') {
          const below = olderKey(feed);
          if (below !== undefined) feed = withOlder(feed, 'jam', pageOf(count, 10, below));
        } else if (kind === 'hear' && feed.messages[0]?.number === count - 1) {
          feed = withHeard(feed, [message(count)]);
        } else feed = withNewest(feed, 'jam', pageOf(count, 10));
      }
      const held = numbers(feed);
      const newest = held[0] ?? 0;
      expect(held).toEqual(held.map((_, at) => newest - at));
      if (feed.lastPage) expect(held.length).toBe(newest);
      for (let below = olderKey(feed); below !== undefined; below = olderKey(feed)) {
        feed = withOlder(feed, 'jam', pageOf(count, 10, below));
      }
      expect(numbers(feed)).toHaveLength(newest);
    }),
  );
});
