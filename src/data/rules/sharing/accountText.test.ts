import { expect, it } from 'vitest';
import { IMPORTED_SIGN } from '../../contract/accountOptions.ts';
import { HOUSE_BAND_ID, HOUSE_BAND_NAME } from '../../contract/band.ts';
import { accountText, mayBeAsked, peopleIn } from './accountText.ts';

it('calls people as they are called now, and by their id where nothing is known', () => {
  const known = { mia: { displayName: 'Mia by day' }, tom: null };
  expect(['mia', 'tom', 'eva'].map((id) => accountText(id, undefined, known))).toEqual([
    ...['Mia by day', 'tom', 'eva'],
  ]);
  expect(accountText('rondo')).toBe('Rondo');
  expect(accountText(HOUSE_BAND_ID)).toBe(HOUSE_BAND_NAME);
  expect(accountText('mia', { mia: { name: 'Mia then', from: 'Rondo' } }, known)).toBe('Mia then');
  const id = `imported_${'0'.repeat(20)}`;
  expect(accountText(id, { [id]: { name: 'mia', from: 'a.example' } })).toBe(
    `${IMPORTED_SIGN} mia (from a.example)`,
  );
});

it('takes no name of data for one of an object', () => {
  for (const id of ['__proto__', 'constructor', 'toString']) {
    expect(accountText(id, {}, {})).toBe(id);
    expect(mayBeAsked(id)).toBe(false);
  }
});

it('asks for accounts, and for nothing that cannot be one', () => {
  const asked = ['mia', 'demo-breakdowns', 'rondo', 'you', '', 'x', 'two words', HOUSE_BAND_ID];
  expect(asked.filter(mayBeAsked)).toEqual(['mia', 'demo-breakdowns']);
});

it('finds in an answer whom it names: itself, and what its lists hold', () => {
  const profile = { user_id: 'mia', displayName: 'Mia', avatarUrl: null, bio: '' };
  expect(peopleIn(profile)).toEqual([{ userId: 'mia', displayName: 'Mia', avatarUrl: null }]);
  const feed = { feed: [{ id: 'm1', user: 'tom', displayName: 'Tom' }], lastPage: true };
  expect(peopleIn(feed)).toEqual([{ userId: 'tom', displayName: 'Tom' }]);
  const members = { members: [{ userId: 'eva', displayName: 'Eva', role: 'owner' }], total: 1 };
  expect(peopleIn(members)).toEqual([{ userId: 'eva', displayName: 'Eva' }]);
  expect(
    [null, 3, 'x', [], { rifffs: [1, null, { user: 4, displayName: '' }] }].map(peopleIn),
  ).toEqual([[], [], [], [], []]);
});
