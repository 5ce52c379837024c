import { expect, test } from 'vitest';
import type { ClubNews } from '../../contract/noticeOptions.ts';
import {
  badgeText,
  type NotificationFacts,
  notificationText,
  questionAndAnswer,
  readUntil,
} from './notificationText.ts';

const people = (...names: string[]) =>
  names.map((name) => ({ user: name.toLowerCase(), displayName: name }));
const share = { id: 's', title: 'Night bus' };
const club = (news: ClubNews) => ({ people: [], club: { id: 'c', name: 'Night owls', news } });

test.each<[Partial<NotificationFacts>, string]>([
  [{ kind: 'answer', jamName: 'Kitchen' }, 'Mia answered you in Kitchen'],
  [{ kind: 'remix', jamName: 'Kitchen' }, 'Mia remixed you in Kitchen'],
  [{ kind: 'remix' }, 'Mia remixed you'],
  [{ kind: 'knock', people: people(' ') }, 'A person would like an answer'],
  [{ kind: 'like', share }, 'Mia likes “Night bus”'],
  [{ kind: 'like', people: people('Mia', 'Tom'), count: 2, share }, 'Mia and Tom like “Night bus”'],
  [
    {
      kind: 'like',
      people: people('Mia', 'Tom', 'Eva'),
      count: 3,
      share: { ...share, title: ' ' },
    },
    'Mia, Tom and one other like a rifff of yours',
  ],
  [
    { kind: 'like', people: people('Mia', 'Tom', 'Eva'), count: 12, share },
    'Mia, Tom and 10 others like “Night bus”',
  ],
  [{ kind: 'comment', share, text: 'Love it' }, 'Mia wrote about “Night bus”: “Love it”'],
  [{ kind: 'follow' }, 'Mia follows you'],
  [{ kind: 'winner', people: [], count: 0, share }, '“Night bus” is a rifff of the week'],
  [{ kind: 'club', ...club('closes') }, '“Night owls” closes in seven days'],
  [
    { kind: 'wallet', people: [], count: 0, text: 'mia.rondo' },
    '“mia.rondo” is linked to another account now',
  ],
  [{ kind: 'club', ...club('restored') }, '“Night owls” was brought back'],
  [{ kind: 'club', ...club('removed') }, '“Night owls” was taken out by a moderator'],
  [{ kind: 'club', ...club('owner') }, 'You are the owner of “Night owls” now'],
  [{ kind: 'club', ...club('moderator') }, 'You are a moderator of “Night owls” now'],
  [{ kind: 'share', share }, 'Mia shared “Night bus”'],
  [
    { kind: 'share', people: people('Mia', 'Tom'), count: 2, share },
    'Mia and Tom shared something new',
  ],
  [{ kind: 'follow', people: [] }, 'A person follows you'],
])('%j is said as %s', (facts, said) => {
  const whole = { people: people('Mia'), count: 1, jamName: '', share: null, text: '', ...facts };
  expect(notificationText(whole as NotificationFacts)).toBe(said);
});

test('a digest names people by their user names', () => {
  const facts = { kind: 'like', people: people('Mia'), count: 1, jamName: '', share, text: '' };
  const writing = {
    name: ({ user }: { user: string }) => user,
    title: (title: string) => `<${title}>`,
  };
  expect(notificationText(facts as NotificationFacts, writing)).toBe('mia likes <Night bus>');
});

test('a badge shows a number that fits', () => {
  expect([0, 1, 99, 100].map(badgeText)).toEqual(['', '1', '99', '99+']);
});

test('the question comes first, and what is gone or silent is left out', () => {
  const rifff = (id: string, loops = 1) => ({ _id: id, loops: Array(loops) }) as never;
  const ids = (notice: Parameters<typeof questionAndAnswer>[0]) =>
    questionAndAnswer(notice).map((one) => one?._id);
  expect(ids({ parent: rifff('q'), rifff: rifff('a') })).toEqual(['q', 'a']);
  expect(ids({ parent: null, rifff: rifff('a') })).toEqual(['a']);
  expect(ids({ parent: rifff('q', 0), rifff: null })).toEqual([]);
});

test('looking at a list reads up to its newest unread one', () => {
  expect(readUntil([])).toBeNull();
  expect(readUntil([{ created: 5, isRead: true }])).toBeNull();
  expect(
    readUntil([
      { created: 9, isRead: true },
      { created: 7, isRead: false },
      { created: 3, isRead: false },
    ]),
  ).toBe(7);
});
