import { expect, test } from 'vitest';
import { NO_NEWS, newsText, type RoomNews, withPeople, withRifffs } from './roomNotes.ts';

const said = (news: RoomNews) => newsText(news, (userId) => userId.toUpperCase());
const people = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { user: name }]));

test('who came and left is said in one breath, without the reader', () => {
  const news = withPeople(NO_NEWS, people('me', 'tom'), people('me', 'mia', 'oda'), 'me');
  expect(said(news)).toBe('MIA and ODA came in. TOM left.');
  expect(said(withPeople(NO_NEWS, people(), people('me'), 'me'))).toBe('');
});

test('somebody who is back at once, or gone at once, is no news', () => {
  const gone = withPeople(NO_NEWS, people('tom'), people(), '');
  expect(said(withPeople(gone, people(), people('tom'), ''))).toBe('');
  const here = withPeople(NO_NEWS, people(), people('mia'), '');
  expect(said(withPeople(here, people('mia'), people(), ''))).toBe('');
});

test('many people and many rifffs are counted', () => {
  const crowd = withPeople(NO_NEWS, people(), people('a', 'b', 'c', 'd'), '');
  expect(said(crowd)).toBe('A, B and 2 more came in.');
  expect(said(withRifffs(NO_NEWS, ['mia']))).toBe('A new rifff, by MIA.');
  const news = withRifffs(withRifffs(NO_NEWS, ['mia']), ['mia', 'tom']);
  expect(said(news)).toBe('3 new rifffs, by MIA and TOM.');
});
