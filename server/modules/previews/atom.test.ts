import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { weekOf } from '../../../src/data/rules/chart/weeks.ts';
import { useAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { shareStored } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import type { ShareView } from '../feed/shareLists.ts';
import { atomDocument, permanentId } from './atomDocument.ts';

const PUBLIC_URL = 'https://rondo.example';
const HOSTILE = `</title><script>alert(1)</script> $& "quoted" 'single' & <!-- ]]> &amp;`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const plain = (text: string) => text.replace(/&[^;]*;/g, (entity) => ENTITIES[entity] ?? 'WRONG');

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

/** Reads a document as strictly as a reader of XML does; throws for anything that is not well formed. */
function parseXml(xml: string): Node {
  const body = xml.replace(/^<\?xml version="1.0" encoding="utf-8"\?>\n/, '');
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const token =
    /<(\/?)(\w+)((?: \w+="[^"<&]*(?:&(?:amp|lt|gt|quot|#39);[^"<&]*)*")*)(\/?)>|([^<]+)/y;
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const match = token.exec(body);
    if (!match) throw new Error(`not well formed: ${body.slice(at, at + 80)}`);
    const [, end, name = '', attributes = '', empty, text] = match;
    const inside = open.at(-1)!;
    if (text !== undefined) {
      if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) throw new Error(`a bare & in ${text}`);
      inside.text += plain(text);
    } else if (end) {
      if (open.pop()?.name !== name) throw new Error(`${name} was not open`);
    } else {
      const pairs = [...attributes.matchAll(/ (\w+)="([^"]*)"/g)];
      const node: Node = {
        name,
        attributes: Object.fromEntries(pairs.map(([, key, value]) => [key, plain(value!)])),
        children: [],
        text: '',
      };
      inside.children.push(node);
      if (!empty) open.push(node);
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('not one element');
  return root.children[0]!;
}

const all = (node: Node, name: string) => node.children.filter((child) => child.name === name);
const one = (node: Node, name: string): Node => {
  const [found, ...more] = all(node, name);
  if (!found || more.length > 0) throw new Error(`${node.name} needs one ${name}`);
  return found;
};
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const links = (node: Node, rel: string) =>
  all(node, 'link').flatMap(({ attributes }) => (attributes.rel === rel ? attributes.href : []));

/** A feed with what RFC 4287 asks for in sections 4.1.1 and 4.1.2; throws for one that lacks something. */
function parseFeed(xml: string) {
  const feed = parseXml(xml);
  expect([feed.name, feed.attributes.xmlns]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
  const ids = new Set<string>();
  for (const node of [feed, ...all(feed, 'entry')]) {
    const id = one(node, 'id').text;
    expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    ids.add(id);
    expect(one(node, 'updated').text).toMatch(DATE);
    one(node, 'title');
    expect(links(node, 'alternate')).toHaveLength(1);
  }
  const entries = all(feed, 'entry');
  expect(ids.size).toBe(entries.length + 1);
  expect(links(feed, 'self')).toHaveLength(1);
  for (const entry of entries) {
    expect(one(one(entry, 'author'), 'name').text).not.toBe('');
    expect(one(entry, 'content').attributes.type).toBe('html');
  }
  return {
    id: one(feed, 'id').text,
    title: one(feed, 'title').text,
    self: links(feed, 'self')[0]!,
    entries: entries.map((entry) => ({
      id: one(entry, 'id').text,
      title: one(entry, 'title').text,
      link: links(entry, 'alternate')[0],
      author: one(one(entry, 'author'), 'name').text,
      html: one(entry, 'content').text,
    })),
  };
}

const VIEW: ShareView = {
  ...{ id: 'one', jamId: 'ada', rifffId: 'r', userId: 'ada', title: 'Tide', displayName: 'Ada' },
  ...{ isPrivate: false, isRemoved: false, isDemo: false, isLiked: false, created: 1000 },
  ...{ likeCount: 0, commentCount: 0, source: null, lookKey: null, epoch: null },
};

describe('an Atom document', () => {
  const feedOf = (views: readonly ShareView[], title = 'Rifffs', base = '') =>
    atomDocument(base, {
      ...{ name: 'test', title, self: '/self', page: '/page', since: 5 },
      entries: views.map((view) => ({ view })),
    });

  it('is well formed and says the same whatever people wrote', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(HOSTILE));
    fc.assert(
      fc.property(text, text, text, (title, displayName, name) => {
        const view = { ...VIEW, title, displayName };
        const { entries, title: shown } = parseFeed(feedOf([view], name, PUBLIC_URL));
        const kept = (words: string) =>
          words.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
        expect(shown).toBe(kept(name));
        expect(entries[0]).toMatchObject({
          title: kept(title) || 'A rifff',
          author: kept(displayName) || 'ada',
          link: `${PUBLIC_URL}/rifff/one`,
        });
      }),
    );
  });

  it('holds HTML without anything that people wrote as markup', () => {
    const { entries } = parseFeed(feedOf([{ ...VIEW, title: HOSTILE }]));
    expect(entries[0]?.title).toBe(HOSTILE);
    expect(entries[0]?.html.match(/<\w+/g)).toEqual(['<p', '<a', '<img', '<p']);
    expect(entries[0]?.html).toContain('href="/rifff/one"');
  });

  it('names everything for good, and without entries says when it began', () => {
    expect(permanentId('share one')).toBe(permanentId('share one'));
    expect(permanentId('share one')).not.toBe(permanentId('share two'));
    expect(feedOf([])).toContain('<updated>1970-01-01T00:00:00.005Z</updated>');
    expect(feedOf([VIEW])).toContain('<updated>1970-01-01T00:00:01.000Z</updated>');
  });
});

describeDatabases('Atom feeds', (open) => {
  const environment = { PUBLIC_URL, RONDO_MODERATORS: 'judge', RATE_LIMIT: '1000000' };
  const server = useTestServer({ openDatabase: open, environment });
  const people = ['ada', 'ben', 'cleo', 'judge'].map((name) => useAccount(server, name));
  const [ada, ben, cleo, judge] = people as [(typeof people)[0], ...typeof people];
  const call = callsAs(server);
  const get = (name: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url: `/api/v3/feed/atom/${name}`, headers });
  const ids = { open: '', loud: '', private: '', removed: '' };

  beforeAll(async () => {
    const { queries } = server.database;
    await queries
      .updateTable('accounts')
      .set({ displayName: 'Ada & <Co>' })
      .where('id', '=', 'ada')
      .execute();
    ids.open = await shareStored(queries, { userId: 'ada' });
    ids.loud = await shareStored(queries, { userId: 'ada', title: HOSTILE });
    ids.private = await shareStored(queries, { userId: 'ada', isPrivate: true });
    ids.removed = await shareStored(queries, { userId: 'ada' });
    const isRemoved = true;
    await queries.updateTable('shares').set({ isRemoved }).where('id', '=', ids.removed).execute();
    for (const who of [ben, cleo]) await call('POST', `/rifff-feed/${ids.loud}/like`, who);
    await call('POST', `/rifff-feed/${ids.open}/like`, ben);
  });

  it('of a person has what they share with everyone, newest first, and is not sent twice', async () => {
    const answer = await get('ADA');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const { entries, title, self } = parseFeed(answer.body);
    expect([title, self]).toEqual(['Rifffs of Ada & <Co>', `${PUBLIC_URL}/api/v3/feed/atom/ada`]);
    expect(entries.map(({ title: shown, link }) => [shown, link])).toEqual([
      [HOSTILE, `${PUBLIC_URL}/rifff/${ids.loud}`],
      ['Tide', `${PUBLIC_URL}/rifff/${ids.open}`],
    ]);
    const etag = String(answer.headers.etag);
    expect((await get('ada', { 'if-none-match': etag })).statusCode).toBe(304);
    for (const name of ['nobody', 'x', 'a'.repeat(80), '..%2f..']) {
      const missing = await get(name);
      expect([missing.statusCode, missing.json().error.code], name).toEqual([404, 'not_found']);
    }
    expect((await get('%00')).statusCode).toBe(400);
  });

  it('of the chart and of its winners have what those lists have', async () => {
    const { entries } = parseFeed((await get('chart')).body);
    expect(entries.map(({ link }) => link)).toEqual(
      [ids.loud, ids.open].map((id) => `${PUBLIC_URL}/rifff/${id}`),
    );
    expect(parseFeed((await get('rifff-of-the-week')).body).entries).toEqual([]);
    const week = weekOf(Date.now()) - 7 * 86_400_000;
    const { queries } = server.database;
    await queries.updateTable('shares').set({ created: week }).where('id', '=', ids.open).execute();
    const body = { shareId: ids.open, reason: 'So much work' };
    const chosen = await call('POST', `/moderation/weeks/${week}/winner`, judge, body);
    expect(chosen.status, JSON.stringify(chosen.body)).toBe(200);
    const won = parseFeed((await get('rifff-of-the-week')).body).entries;
    const day = new Date(week).toISOString().slice(0, 10);
    expect(won.map(({ title }) => title)).toEqual([`Rifff of the week of ${day}: Tide`]);
  });

  it('name nobody who left', async () => {
    const { queries } = server.database;
    await queries.insertInto('departures').values({ userId: 'ada', closed: 1 }).execute();
    await queries
      .updateTable('accounts')
      .set({ isDeleted: true })
      .where('id', '=', 'ada')
      .execute();
    expect((await get('ada')).statusCode).toBe(404);
    for (const name of ['chart', 'rifff-of-the-week']) {
      expect(parseFeed((await get(name)).body).entries).toEqual([]);
    }
    expect(ada.userId).toBe('ada');
  });
});
