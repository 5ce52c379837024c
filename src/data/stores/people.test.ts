import { afterEach, expect, it, vi } from 'vitest';
import { call } from '../client.ts';
import { CHAT_CALLS } from '../contract/calls.ts';
import { learnPerson, nameNow, nameSoon, needPerson, people } from './people.ts';
import { setPresence, setRoom } from './room.ts';

const asked: string[][] = [];
let feed: object[] = [];

/** A server where everybody whose name begins with `m` has another one to be shown by. */
vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
  if (!String(address).includes('profiles')) return answer({ feed, lastPage: true });
  const { userIds } = JSON.parse(String(body)) as { userIds: string[] };
  asked.push(userIds);
  const known = userIds.filter((id) => id.startsWith('m'));
  const profiles = known.map((id) => ({ user_id: id, displayName: `Ms ${id}`, avatarUrl: '/p' }));
  return answer({ profiles });
});
const answer = (data: object) => new Response(JSON.stringify({ ok: true, data }));

afterEach(() => {
  asked.length = 0;
  for (const id of Object.keys(people)) delete people[id];
});

it('asks for those who are shown together, once, and a hundred at a time', async () => {
  const ids = Array.from({ length: 150 }, (_, at) => `mia${at}`);
  const waits = [...ids, ...ids, '', 'you', 'rondo'].map(needPerson);
  await Promise.all(waits);
  expect(asked.map((some) => some.length)).toEqual([100, 50]);
  expect(nameNow('mia7')).toBe('Ms mia7');
  expect(needPerson('mia7')).toBeUndefined();
});

it('leaves a name that nobody has as it is', async () => {
  expect(await nameSoon('oda')).toBe('oda');
  expect(await nameSoon('max')).toBe('Ms max');
});

it('calls people as they were called last, by whichever answer or line told of it', async () => {
  learnPerson('mia', 'Mia', null);
  feed = [{ id: 'm1', user: 'mia', displayName: 'Mia by night' }];
  await call(CHAT_CALLS.chat, { params: { id: 'band' }, query: { limit: 20 } });
  expect(nameNow('mia')).toBe('Mia by night');
  expect(people.mia?.avatarUrl).toBeNull();
  setRoom('band');
  const mia = { user: 'mia', displayName: 'Mia by day', activity: 'here' as const };
  const here = [{ ...mia, answers: null, isGuest: false }];
  setPresence({ isWhole: true, here, gone: [], count: 1 });
  expect(nameNow('mia')).toBe('Mia by day');
});
