import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  LISTEN_FROM,
  type ListenSource,
  listenSearch,
  listenTitle,
  namedIn,
  readListenSource,
} from './listenSource.ts';
import { MOODS } from './mood.ts';

const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
const source = fc.oneof(
  fc
    .constantFrom<ListenSource['from']>('latest', 'chart', 'week', 'following')
    .map((from) => ({ from }) as ListenSource),
  name.map((jam): ListenSource => ({ from: 'jam', jam })),
  name.map((user): ListenSource => ({ from: 'user', user })),
  fc.constantFrom(...MOODS).map(({ id }): ListenSource => ({ from: 'mood', mood: id })),
);

test('an address says what it was made of', () => {
  fc.assert(
    fc.property(source, (one) => {
      expect(readListenSource(listenSearch(one))).toEqual(one);
      expect(listenTitle(one)).not.toBe('');
    }),
  );
  expect(LISTEN_FROM.length).toBe(7);
});

test('whatever stands in an address, it names a source that there is, or none', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (from, rest) => {
      const read = readListenSource(`?from=${encodeURIComponent(from)}&${rest}`);
      if (read) expect(LISTEN_FROM.map(({ id }) => id)).toContain(read.from);
    }),
  );
  for (const search of ['', '?from=jam', '?from=jam&jam=../x', '?from=user&user=%20', '?from=top'])
    expect(readListenSource(search)).toBeNull();
  expect(readListenSource('?from=mood&mood=none')).toEqual({ from: 'mood', mood: 'calm' });
});

test('a jam or a person is typed, or pasted as an address', () => {
  expect(
    [
      ' mira ',
      'https://rondo.example/jams/band0123456789',
      'http://localhost:4000/jam/ABCD-EFGH-JKLM/listen?x=1',
      'https://rondo.example/mira/social',
      'two words',
      'https://rondo.example/jams',
      '',
    ].map(namedIn),
  ).toEqual(['mira', 'band0123456789', 'ABCD-EFGH-JKLM', 'mira', null, null, null]);
});
