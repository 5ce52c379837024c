import { expect, it } from 'vitest';
import type { Loop } from '../../contract/loop.ts';
import { keptLoops } from './keptLoops.ts';
import { type WaitingFacts, waitingReason, waitingText } from './waitingText.ts';

const loop = (_id: string, created: number, more: Partial<Loop>) =>
  ({ _id, created, category: 'drums', family: 'p1', creatorUserName: 'ada', ...more }) as Loop;
const LOOPS = [
  loop('a', 1, { name: 'Kick Übung' }),
  loop('b', 2, { name: 'Deep bass', category: 'bass', creatorUserName: 'tom' }),
  loop('c', 3, { name: 'Hat', family: 'p2' }),
];

it.each([
  [{}, 'cba'],
  [{ order: 'asc' }, 'abc'],
  [{ categories: ['bass'] }, 'b'],
  [{ categories: [] }, 'cba'],
  [{ pack: 'p1', search: '' }, 'ba'],
  [{ creatorId: 'ada' }, 'ca'],
  [{ search: ' übu' }, 'a'],
  [{ search: 'U\u0308BUNG' }, 'a'],
  [{ search: 'nothing' }, ''],
] as const)('finds what is kept by %j: %s', (filter, found) => {
  expect(keptLoops(LOOPS, filter).map(({ _id }) => _id)).toEqual([...found]);
});

it('says what waits, and why', () => {
  const none = { rifffs: 0, messages: 0, changes: 0 };
  expect(waitingText(none)).toBe('');
  expect(waitingText({ ...none, rifffs: 1 })).toBe('1 rifff waits to be sent');
  expect(waitingText({ ...none, rifffs: 2, messages: 1 })).toBe(
    '2 rifffs and 1 message wait to be sent',
  );
  expect(waitingText({ rifffs: 1, messages: 2, changes: 3 })).toBe(
    '1 rifff, 2 messages and 3 changes wait to be sent',
  );
  const facts: WaitingFacts = {
    state: 'waiting' as const,
    reason: '',
    account: 'mia',
    reader: 'mia',
    isOnline: true,
    waitReason: '',
    isRetrying: false,
  };
  expect(waitingReason(facts)).toBe('It goes next');
  expect(waitingReason({ ...facts, isOnline: false })).toBe('It waits for the network');
  expect(waitingReason({ ...facts, reader: null })).toBe('It waits until you sign in');
  expect(waitingReason({ ...facts, reader: 'tom' })).toBe('It waits until mia signs in here');
  expect(waitingReason({ ...facts, isRetrying: true })).toContain('does not answer');
  expect(waitingReason({ ...facts, state: 'refused', reason: 'no' })).toBe('It was not taken: no');
});
