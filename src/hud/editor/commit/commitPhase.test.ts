import { expect, it } from 'vitest';
import { type CommitFacts, type CommitPhase, commitPhase, commitWords } from './commitPhase.ts';

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
});

it('says how far the loops are that go before the rifff', () => {
  const words = commitWords('sending', true, undefined, { loops: 2, share: 0.414 });
  expect([words.button, words.more]).toEqual(['Sending 41 %', 'uploading 2 loops, 41 %']);
  expect(commitWords('sending', true).button).toBe('Committing');
});
