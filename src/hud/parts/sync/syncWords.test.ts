import { expect, it } from 'vitest';
import { syncWords } from './syncWords.ts';

const facts = { waiting: 0, problem: '', isOnline: true, isSignedIn: true } as const;

it.each([
  [{ ...facts, state: 'synced' }, 'Synced'],
  [{ ...facts, state: 'syncing' }, 'Syncing'],
  [{ ...facts, state: 'synced', waiting: 2 }, '2 to send'],
  [
    { ...facts, state: 'waiting', waiting: 3, isOnline: false },
    'Waiting for the network, 3 to send',
  ],
  [{ ...facts, state: 'waiting' }, 'Waiting for the server'],
  [{ ...facts, state: 'failed', waiting: 1, problem: 'No room left.' }, 'No room left'],
  [{ ...facts, state: 'off' }, 'Kept on this device alone: syncing is off here'],
  [
    { ...facts, state: 'off', isSignedIn: false },
    'Kept on this device. Sign in, and your other devices have them too',
  ],
] as const)('says of %o: %s', (given, words) => {
  expect(syncWords(given)).toBe(words);
});
