import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { shareOf } from '../../../tests/support/shareOf.ts';
import { entryOfShare, refOfShare } from '../rules/listening/entry.ts';
import {
  addToQueue,
  entryOf,
  fillQueue,
  forgetInQueue,
  learnEntries,
  listenQueue,
  playNext,
  playsNow,
  queueFrom,
  queueIsOf,
  readListenQueue,
  removeFromQueue,
} from './listenQueue.ts';

const entry = (id: string) => entryOfShare(shareOf(id));
const source = ['a', 'b', 'c', 'd'].map(entry);
const titles = () => listenQueue.row.next.map(({ title }) => title.replace('Rifff ', '')).join('');
const now = () => listenQueue.row.now?.title;

beforeEach(() => {
  queueIsOf('somebody');
  queueIsOf('mira');
  queueFrom('');
  queueFrom('?from=latest');
});

test('it fills itself, goes on, and takes in what other pages put there', () => {
  fillQueue(source);
  expect([now(), titles()]).toEqual(['Rifff a', 'bcd']);
  addToQueue(refOfShare(shareOf('x')));
  playNext(refOfShare(shareOf('y')));
  expect(titles()).toBe('yxbcd');
  playsNow('y');
  removeFromQueue('b');
  forgetInQueue('x');
  expect([now(), titles()]).toEqual(['Rifff y', 'cd']);
});

test('two shares of one rifff stand there with their own titles', () => {
  const two = shareOf('b', { title: 'Again', rifff: shareOf('a').rifff });
  fillQueue([entry('a'), entryOfShare(two)]);
  expect([now(), titles()]).toEqual(['Rifff a', 'Again']);
  expect(entryOf('b')?.share?.title).toBe('Again');
  expect(entryOf('a')?.share?.title).toBe('Rifff a');
});

test('another source leaves what plays and what was chosen; another account leaves nothing', () => {
  fillQueue(source);
  addToQueue(refOfShare(shareOf('x')));
  queueFrom('?from=chart');
  expect(listenQueue.isTurning).toBe(true);
  fillQueue([entry('p'), entry('q')]);
  expect([now(), titles()]).toEqual(['Rifff a', 'xpq']);
  queueIsOf('leo');
  expect([now(), titles(), entryOf('a')]).toEqual([undefined, '', undefined]);
});

test('a rifff stays the same object when its share changes', () => {
  const before = entry('a');
  learnEntries([before]);
  learnEntries([entryOfShare(shareOf('a', { liked_by_current_user: true }))]);
  expect(entryOf('a')?.item).toBe(before.item);
  expect(entryOf('a')?.share?.liked_by_current_user).toBe(true);
});

const HOUR = 3_600_000;
test('a reload goes on; after hours only what was chosen is left', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => refOfShare(shareOf(id)));
  const kept = {
    now: a,
    next: [b, { ...c, isOwn: true }],
    heard: [],
    reader: 'mira',
    source: '?from=chart',
    savedMs: HOUR,
  };
  const text = JSON.stringify(kept);
  const soon = readListenQueue(text, 2 * HOUR);
  expect(soon).toEqual({
    row: { now: a, next: kept.next, heard: [] },
    reader: 'mira',
    source: '?from=chart',
  });
  const later = readListenQueue(text, 9 * HOUR);
  expect([later.row.now, later.row.next.map(({ key }) => key)]).toEqual([null, ['c']]);
});

test('whatever was kept, the row holds nothing twice and nothing that is none', () => {
  const part = fc.oneof(
    fc.constant(refOfShare(shareOf('a'))),
    fc.constant(refOfShare(shareOf('b'))),
    fc.anything(),
  );
  const any = fc.record({
    now: part,
    next: fc.array(part),
    heard: fc.array(part),
    savedMs: fc.integer(),
  });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        any.map((kept) => JSON.stringify(kept)),
      ),
      (text) => {
        const { row } = readListenQueue(text, 0);
        const keys = [row.now, ...row.next].flatMap((one) => one?.key ?? []);
        expect(new Set(keys).size).toBe(keys.length);
        for (const list of [row.next, row.heard])
          for (const one of list) expect(one.shareId).toBeTruthy();
      },
    ),
  );
});
