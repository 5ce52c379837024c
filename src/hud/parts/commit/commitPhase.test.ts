import { expect, it } from 'vitest';
import type { UploadEntry } from '../../../data/stores/uploads.ts';
import {
  type CommitFacts,
  type CommitPhase,
  commitPhase,
  commitWords,
  placeOf,
  rowText,
  shownRows,
  uploadFacts,
  uploadRows,
} from './commitPhase.ts';

const facts: CommitFacts = {
  isEmpty: false,
  inDraftState: false,
  entry: { state: 'waiting', account: 'ada' },
  isRetrying: false,
  isOnline: true,
  account: 'ada',
};

it.each<[string, Partial<CommitFacts>, CommitPhase]>([
  ['an empty draft', { isEmpty: true, inDraftState: true, entry: undefined }, 'empty'],
  ['a change after a commit that still waits', { inDraftState: true }, 'draft'],
  ['a commit on its way', { entry: { state: 'sending', account: 'ada' } }, 'sending'],
  ['a commit before the first try', {}, 'sending'],
  ['a commit that the server has', { entry: undefined }, 'committed'],
  ['a commit without a network', { isOnline: false }, 'waiting'],
  ['a commit that failed and is tried again', { isRetrying: true }, 'waiting'],
  [
    'a commit of a visitor',
    { entry: { state: 'waiting', account: null }, account: null },
    'signIn',
  ],
  ['a commit after signing out', { account: null }, 'signIn'],
  ['a commit of somebody else on this device', { account: 'bob' }, 'other'],
  ['while it is not known who is here', { account: undefined }, 'sending'],
  ['a refused commit', { entry: { state: 'refused', account: 'ada' } }, 'refused'],
])('%s', (_what, change, phase) => {
  expect(commitPhase({ ...facts, ...change })).toBe(phase);
});

it('says whom a commit waits for, and why one was refused', () => {
  expect(commitWords('other', true, { reason: '', account: 'ada' }).more).toBe('waits for ada');
  expect(commitWords('refused', true, { reason: 'Too large', account: 'ada' }).more).toBe(
    'Too large',
  );
  expect(commitWords('waiting', false).more).toContain('network');
  const why = 'no room left on this server';
  expect(commitWords('waiting', true, undefined, undefined, why).more).toBe(`${why}, trying again`);
});

it('says how far the loops are that go before the rifff', () => {
  const words = commitWords('sending', true, undefined, { loops: 2, share: 0.414 });
  expect([words.button, words.more]).toEqual(['Sending 41 %', 'uploading 2 loops, 41 %']);
  expect(commitWords('sending', true).button).toBe('Committing');
});

const row = (loopId: string, parts: Partial<UploadEntry> = {}): UploadEntry => ({
  ...{ loopId, title: loopId, state: 'waiting', sentBytes: 0, totalBytes: 0, reason: '' },
  ...parts,
});
const queues = {
  queued: [
    row('other'),
    row('b', { state: 'sending', sentBytes: 50, totalBytes: 100 }),
    row('c'),
    row('more'),
  ],
  completed: [row('before', { state: 'arrived' }), row('a', { state: 'arrived' })],
  failed: [],
};
const loops = ['a', 'library', 'b', 'c'].map((_id) => ({ _id }));

it('shows the loops of one commit in their order, and counts the others', () => {
  const rows = uploadRows(loops, queues);
  expect(rows.own.map(({ loopId }) => loopId)).toEqual(['a', 'b', 'c']);
  expect(rows.others).toBe(2);
});

it('counts what has arrived, so that the share never falls', () => {
  expect(uploadFacts(uploadRows(loops, queues))).toEqual({ loops: 2, share: 0.5 });
  expect(uploadFacts(uploadRows([], queues))).toEqual({ loops: 0, share: 1 });
});

it('shows a few loops all, and of many those that go next', () => {
  const few = ['a', 'b', 'c', 'd'].map((id) => row(id));
  expect(shownRows(few)).toEqual({ rows: few, rest: '' });
  const many = [
    ...['a', 'b'].map((id) => row(id, { state: 'arrived' })),
    ...['c', 'd', 'e', 'f', 'g', 'h'].map((id) => row(id)),
  ];
  expect(shownRows(many).rows.map(({ loopId }) => loopId)).toEqual(['c', 'd', 'e']);
  expect(shownRows(many).rest).toBe('2 there, 3 more to go');
  const failed = [...many.slice(0, 2), ...few.slice(0, 2), row('x', { state: 'failed' })];
  expect(shownRows(failed).rows.map(({ loopId }) => loopId)).toEqual(['a', 'b', 'x']);
  expect(shownRows(failed).rest).toBe('2 there');
});

it.each<[string, Partial<UploadEntry>, number | null]>([
  ['waits', {}, 3],
  ['being encoded', { state: 'encoding' }, null],
  ['41 %', { state: 'sending', sentBytes: 41, totalBytes: 100 }, null],
  ['being checked', { state: 'sending', sentBytes: 100, totalBytes: 100 }, null],
  ['again in 9 s', { reason: 'The server could not be reached' }, 9],
  ['waits to be sent again', { reason: 'The server could not be reached' }, null],
  ['there', { state: 'arrived' }, null],
  [
    'its file cannot be used: a page of it is damaged',
    {
      state: 'failed',
      reason: '“Kettle” was not uploaded: its file cannot be used: a page of it is damaged',
    },
    null,
  ],
])('says “%s”', (words, parts, waitSec) => {
  expect(rowText(row('x', parts), waitSec)).toBe(words);
});

it('says why a loop waits for room, and that the device keeps it', () => {
  const reason = '“a” was not uploaded: There is room for 20 MB until you confirm your address';
  const full = row('a', { reason, isWithoutRoom: true });
  expect(rowText(full, 4)).toBe(
    'There is room for 20 MB until you confirm your address. It waits on this device',
  );
  // On its way again it is like any other.
  expect(rowText({ ...full, state: 'sending', sentBytes: 1, totalBytes: 2 }, null)).toBe('50 %');
  const facts = uploadFacts(
    uploadRows([{ _id: 'a' }], { queued: [full], completed: [], failed: [] }),
  );
  expect(commitWords('waiting', true, undefined, facts).more).toBe(
    'waits for room in your account',
  );
  expect(commitWords('waiting', false, undefined, facts).more).toContain('network');
});

it('names the room that a commit goes to, and leads there', () => {
  expect(commitWords('committed', true, undefined, undefined, '', 'Cellar').more).toBe('in Cellar');
  expect(commitWords('sending', true, undefined, undefined, '', 'Cellar').more).toContain('Cellar');
  expect(placeOf({ jamId: 'band1', name: 'Cellar' })).toMatchObject({
    to: '/jams/band1',
    title: 'Cellar',
  });
  expect(placeOf(null)).toMatchObject({ to: '/jams/me', words: 'your jam' });
});
