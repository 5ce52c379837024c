/** Lists whose next page fails: each says so, and tries again. */
import '../hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { rifffOf } from '../../tests/support/rifffOf.ts';
import { shareOf } from '../../tests/support/shareOf.ts';
import type { Engine } from '../audio/engine/Engine.ts';
import type { Profile } from '../data/contract/accounts.ts';
import type { ClubPage } from '../data/contract/clubs.ts';
import { SHARED_BY_PAGE, TRACK_LIST_PAGE } from '../data/contract/constants.ts';
import type { Jam } from '../data/contract/jams.ts';
import { resetSession, setUser } from '../data/stores/session.ts';
import { ClubTracks } from '../hud/club/ClubTracks.tsx';
import { EngineProvider } from '../hud/EngineContext.tsx';
import { BannerField } from '../hud/parts/profile/BannerField.tsx';
import { PlayedIn } from '../hud/profile/PlayedIn.tsx';
import { ReportPerson } from '../hud/profile/ReportPerson.tsx';
import { NoticeBell } from '../hud/shell/NoticeBell.tsx';
import { ChatPanel } from '../hud/studio/chat/ChatPanel.tsx';
import { JamTracks } from '../hud/studio/jam/JamTracks.tsx';
import type { JamView } from '../hud/studio/jam/useJam.ts';

/** The name of every item of the second page. */
const LAST = 'The last one';

interface ListCase {
  list: ReactNode;
  /** The `data` of a page. @param isFirst the second page is the last one */
  page(isFirst: boolean): unknown;
  /** The button that asks for the next page. */
  more: string;
  trouble: string;
  /** Opens the list, where it is not on the page. */
  open?: string;
}

const trackOf = (at: number, name: string) => ({
  id: `track${at}-${name}`,
  user_id: 'mira',
  name,
  created: 1_700_000_000_000 - at,
  url: '/media/not-fetched.ogg',
  mime: 'audio/ogg',
  durationSec: 10,
  peaks: '',
  jamId: 'band1',
  jamName: 'Cellar',
});
const tracksOf = (isFirst: boolean) => ({
  tracks: isFirst
    ? Array.from({ length: TRACK_LIST_PAGE }, (_, at) => trackOf(at, 'First'))
    : [trackOf(99, LAST)],
  isLast: !isFirst,
});
const noticeOf = (id: string, displayName: string) => ({
  id,
  kind: 'follow',
  created: 1_700_000_000_000,
  isRead: true,
  count: 1,
  jamId: null,
  jamName: '',
  people: [{ user: id, displayName }],
  rifff: null,
  parent: null,
  share: null,
  commentId: null,
  text: '',
  path: `/${id}`,
});
const playedIn = (jamId: string, jamName: string) => ({
  jamId,
  jamName,
  rifffs: 1,
  first: 1,
  last: 1,
  answers: 0,
  rifff: null,
  shareId: null,
});

const sounding = (id: string, title: string) =>
  shareOf(id, { title, rifff: { ...rifffOf(1), _id: `rifff-${id}` } });

const messageOf = (number: number, message: string) => ({
  id: `m${number}`,
  type: 'text',
  jamId: 'band1',
  number,
  created: number,
  user: 'tom',
  displayName: 'Tom',
  message,
  images: [],
  audio: null,
  rifff: null,
  reply: null,
  reactions: [],
  isRemoved: false,
});

const sharesOf = (isFirst: boolean) =>
  isFirst
    ? Array.from({ length: SHARED_BY_PAGE }, (_, at) => sounding(`first${at}`, 'First'))
    : [sounding('last', LAST)];

const JAM = { id: 'band1', access: 'public', mayChat: false } as Jam;
const JAM_VIEW = { jam: JAM, isOwn: false } as JamView;
const PROFILE = { user_id: 'tom', displayName: 'Tom', avatarUrl: null, isDemo: false } as Profile;
const CLUB = { id: 'club1', access: 'open', closes: null, role: null, channels: [] as unknown };

const CASES: Readonly<Record<string, ListCase>> = {
  'Tracks of a jam': {
    list: <JamTracks view={JAM_VIEW} />,
    page: tracksOf,
    more: 'Older tracks',
    trouble: 'Older tracks could not be loaded.',
  },
  'Talk of a jam': {
    list: <ChatPanel jam={JAM} />,
    page: (isFirst) => ({
      feed: [isFirst ? messageOf(2, 'Hello') : messageOf(1, LAST)],
      lastPage: !isFirst,
    }),
    more: 'Older messages',
    trouble: 'Older messages could not be loaded.',
  },
  'Tracks of a club': {
    list: <ClubTracks club={CLUB as ClubPage} />,
    page: tracksOf,
    more: 'Older tracks',
    trouble: 'Older tracks could not be loaded.',
  },
  Notifications: {
    list: <NoticeBell />,
    page: (isFirst) => ({
      notifications: isFirst ? [noticeOf('tom', 'Tom')] : [noticeOf('zoe', LAST)],
      unread: 0,
      isLast: !isFirst,
    }),
    more: 'Show more',
    trouble: 'More could not be loaded.',
    open: 'Notifications',
  },
  'Rings of a profile': {
    list: <BannerField userId="mira" value="" onChange={() => {}} error={undefined} />,
    page: sharesOf,
    more: 'Show more',
    trouble: 'More could not be loaded.',
  },
  'What a person can be reported for': {
    list: <ReportPerson profile={PROFILE} isOpen onOpenChange={() => {}} />,
    page: sharesOf,
    more: 'Show more',
    trouble: 'More could not be loaded.',
  },
  'Jams of a person': {
    list: <PlayedIn userId="mira" isOwn />,
    page: (isFirst) => ({
      performances: [isFirst ? playedIn('cellar', 'Cellar') : playedIn('attic', LAST)],
      next: isFirst ? '1.cellar' : null,
    }),
    more: 'Show more',
    trouble: 'More could not be loaded.',
  },
};

/** Stands in for the network, outside the code under test. */
const server = { isDown: true, realFetch: window.fetch, page: CASES.Notifications!.page };

/** What a call says where it asks for a page after the first. */
const isNext = (query: URLSearchParams) =>
  query.has('fromCreatedTime') ||
  query.has('startkey') ||
  query.has('after') ||
  Number(query.get('from') ?? 0) > 0;

beforeEach(() => {
  window.fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(String(input), window.location.origin);
    if (!pathname.startsWith('/api')) return server.realFetch(input, init);
    const isFirst = !isNext(searchParams);
    const isBroken = !isFirst && server.isDown;
    const data = pathname.includes('profiles') ? { profiles: [] } : server.page(isFirst);
    const error = { code: 'internal', message: 'Broken' };
    return Response.json(isBroken ? { ok: false, message: 'Broken', error } : { ok: true, data }, {
      status: isBroken ? 500 : 200,
    });
  }) as typeof fetch;
  const session = { user_id: 'mira', roles: ['user' as const], issued: 0, expires: 9e15 };
  setUser({ ...session, provider: 'local', profile: { displayName: 'Mira' } }, null);
});

afterEach(() => {
  window.fetch = server.realFetch;
  resetSession();
});

test.each(Object.entries(CASES))('%s', async (_, { list, page: pageOf, more, trouble, open }) => {
  Object.assign(server, { isDown: true, page: pageOf });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = await render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        {/* Nothing is played here. */}
        <EngineProvider engine={{ pause() {} } as unknown as Engine}>{list}</EngineProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  if (open) await page.getByRole('button', { name: open, exact: true }).click();
  await page.getByRole('button', { name: more }).click();
  await expect.element(page.getByText(trouble)).toBeVisible();
  server.isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(LAST, { exact: false }).first()).toBeVisible();
  await expect.element(page.getByText(trouble)).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: more })).not.toBeInTheDocument();
});
