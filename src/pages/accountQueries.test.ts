import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeCredential } from '../data/credential.ts';
import { loadItems } from '../data/queries/playlists.ts';
import { siteQuery } from '../data/queries/site.ts';
import { resetSession, session, setUser } from '../data/stores/session.ts';
import { accountQueries } from './accountQueries.ts';

/** What was asked and not answered yet, with who was signed in. */
let asked: { of: string; answer(value: string): void }[] = [];

const ask = () =>
  new Promise<string>((answer) => {
    asked.push({ of: session.user?.user_id ?? '', answer });
  });

/** The server says who the stored credential is of. */
function signIn(userId: string): void {
  storeCredential(`of-${userId}:secret`);
  setUser(
    {
      user_id: userId,
      roles: [],
      issued: 0,
      expires: 9e15,
      provider: 'local',
      profile: { displayName: userId },
    },
    null,
  );
}

/** The page was loaded, and the server has not said yet who it is. */
function load(): void {
  session.user = null;
  session.status = 'unknown';
}

/** Everything that was set in motion has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

function begin() {
  const queries = accountQueries({ defaultOptions: { queries: { retry: false } } });
  const jams = { queryKey: ['jams'], queryFn: ask, enabled: true };
  const page = new QueryObserver(queries, jams);
  const leave = page.subscribe(() => {});
  return {
    queries,
    shown: () => page.getCurrentResult().data,
    disable: () => page.setOptions({ ...jams, enabled: false }),
    refetch: () => page.refetch(),
    end() {
      leave();
      queries.clear();
    },
  };
}

beforeEach(() => {
  asked = [];
});
afterEach(() => {
  storeCredential(null);
  resetSession();
  vi.restoreAllMocks();
});

it('shows nothing of an account to the next one, asks anew, and does not store what comes late', async () => {
  signIn('ada');
  const { queries, shown, refetch, end } = begin();
  asked[0]!.answer('jams of ada');
  await expect.poll(shown).toBe('jams of ada');
  queries.setQueryData(['clubs'], 'clubs of ada');
  void refetch();
  signIn('mia');
  // Before anything can show it.
  expect(shown()).toBeUndefined();
  expect(queries.getQueryData(['clubs'])).toBeUndefined();
  await expect.poll(() => asked.map(({ of }) => of)).toEqual(['ada', 'ada', 'mia']);
  asked[1]!.answer('late jams of ada');
  await settled();
  expect(shown()).toBeUndefined();
  asked[2]!.answer('jams of mia');
  await expect.poll(shown).toBe('jams of mia');
  end();
});

it('stores no answer that comes in the very turn of the change', async () => {
  for (let turns = 0; turns < 8; turns += 1) {
    signIn('ada');
    asked = [];
    const { shown, end } = begin();
    asked[0]!.answer('jams of ada');
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    signIn('mia');
    await expect.poll(() => asked.length).toBe(2);
    await settled();
    expect(shown()).toBeUndefined();
    end();
  }
});

it('empties the cache at signing out, and asks no more for what pages do not want by then', async () => {
  signIn('ada');
  const { shown, disable, end } = begin();
  asked[0]!.answer('jams of ada');
  await expect.poll(shown).toBe('jams of ada');
  storeCredential(null);
  resetSession();
  // As a page does that shows it to members alone.
  disable();
  await settled();
  expect(shown()).toBeUndefined();
  expect(asked).toHaveLength(1);
  end();
});

it('keeps what is the same for everyone', () => {
  signIn('ada');
  const { queries, end } = begin();
  const site = { operatorName: 'Rondo' };
  queries.setQueryDefaults(siteQuery.queryKey, { meta: siteQuery.meta });
  queries.setQueryData(siteQuery.queryKey, site as never);
  signIn('mia');
  expect(queries.getQueryData(siteQuery.queryKey)).toEqual(site);
  end();
});

it('tells nothing of a change to the account after the one that began it', async () => {
  signIn('ada');
  const { queries, end } = begin();
  const heard: string[] = [];
  const name = (value: string) => {
    heard.push(value);
    queries.setQueryData(['name'], value);
  };
  const sent: { answer(name: string): void; refuse(error: Error): void }[] = [];
  const change = () =>
    new MutationObserver(queries, {
      mutationFn: () =>
        new Promise<string>((answer, refuse) => {
          sent.push({ answer, refuse });
        }),
      onSuccess: name,
      onError: () => name('as it was'),
      onSettled: () => heard.push('settled'),
    }).mutate();
  const [kept, refused] = [change(), change().catch(() => 'refused')];
  await expect.poll(() => sent.length).toBe(2);
  signIn('mia');
  sent[0]!.answer('late name of ada');
  sent[1]!.refuse(new Error('No'));
  // What waits for it is answered all the same.
  expect(await kept).toBe('late name of ada');
  expect(await refused).toBe('refused');
  expect(heard).toEqual([]);
  const own = change();
  await expect.poll(() => sent.length).toBe(3);
  sent[2]!.answer('name of mia');
  await own;
  expect(heard).toEqual(['name of mia', 'settled']);
  end();
});

it('writes nothing into the cache that was fetched beside queries for the account before', async () => {
  signIn('ada');
  const { queries, end } = begin();
  const sent: ((answer: Response) => void)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    () => new Promise<Response>((resolve) => sent.push(resolve)),
  );
  const loading = loadItems(queries, 'list1', 0);
  signIn('mia');
  const playlist = { id: 'list1', name: 'Private', entries: [], items: [] };
  sent[0]!(Response.json({ ok: true, data: { playlist } }));
  expect(await loading).toEqual({ ok: false, loaded: 0 });
  expect(queries.getQueriesData({ queryKey: ['playlists'] })).toEqual([]);
  end();
});

it('asks nothing twice when the server says who was known to be there', async () => {
  signIn('ada');
  load();
  const { shown, end } = begin();
  asked[0]!.answer('jams of ada');
  await expect.poll(shown).toBe('jams of ada');
  signIn('ada');
  await settled();
  expect(shown()).toBe('jams of ada');
  expect(asked).toHaveLength(1);
  end();
});

it('begins anew when another one is there at the first answer', async () => {
  signIn('ada');
  load();
  const { shown, end } = begin();
  asked[0]!.answer('jams of ada');
  await expect.poll(shown).toBe('jams of ada');
  // Another tab signed in meanwhile.
  signIn('mia');
  expect(shown()).toBeUndefined();
  await expect.poll(() => asked.at(-1)?.of).toBe('mia');
  end();
});
