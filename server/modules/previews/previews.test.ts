import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMBED_DATA_ID } from '../../../src/data/contract/constants.ts';
import { ENDPOINTS, ErrorAnswerSchema } from '../../../src/data/contract/endpoints.ts';
import { loopAudioUrl } from '../../../src/data/contract/loopData.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import type { PlaylistRow } from '../../ports/database/schemaClubs.ts';
import { makeAccount } from '../../testing/accounts.ts';
import { describeDatabases, type OpenNew } from '../../testing/databases.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { lookNamed } from '../../testing/lookWorld.ts';
import { shareStored } from '../../testing/rifffs.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';

const PUBLIC_URL = 'https://rondo.example';
const HOSTILE = `</title><script>alert(1)</script> $& "quoted" 'single' & <!-- ]]>`;
const PAGE =
  '<!doctype html><html><head><title>Built</title>\n<meta\n  name="description"\n  content="Built." />\n</head><body></body></html>';

async function serve(open: OpenNew | undefined, environment: Record<string, string>) {
  const folder = await temporaryFolder();
  await mkdir(join(folder.path, 'assets'));
  await writeFile(join(folder.path, 'index.html'), PAGE);
  await writeFile(join(folder.path, 'embed.html'), PAGE.replace('Built.', 'Embed.'));
  await writeFile(join(folder.path, 'assets', 'embed-abc.js'), 'export {};');
  const server = await startTestServer({
    ...(open && { openDatabase: open }),
    environment: { SERVER_NAME: 'The Valley', ...environment },
    frontend: { folder: folder.path },
  });
  const close = async () => {
    await server.close();
    await folder.remove();
  };
  return { ...server, close };
}

describeDatabases('previews', (open, { itOnce }) => {
  let server: TestServer;
  let id: string;
  let hostile: string;
  let hidden: string;
  let removed: string;
  beforeAll(async () => {
    server = await serve(open, { PUBLIC_URL, RONDO_POSTERS: 'on' });
    const { queries } = server.database;
    const { userId } = await makeAccount(server.database, 'Ada');
    id = await shareStored(queries, { userId });
    const extra = { license: 'cc-by-4.0' };
    hostile = await shareStored(queries, { userId, title: HOSTILE, extra });
    hidden = await shareStored(queries, { userId, isPrivate: true });
    removed = await shareStored(queries, { userId });
    const isRemoved = true;
    await queries.updateTable('shares').set({ isRemoved }).where('id', '=', removed).execute();
  });
  afterAll(() => server?.close());

  const get = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'GET', url, headers: { host: 'evil.example', ...headers } });
  const oembed = (query: Record<string, string>) =>
    get(`/api/oembed?${new URLSearchParams(query)}`);

  it('tells other sites about a public share, with addresses of its own and never of Host', async () => {
    const { statusCode, body, headers } = await get(`/rifff/${id}`);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('text/html');
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).toContain('<title>Tide – The Valley</title>');
    expect(body).toContain('property="og:site_name" content="The Valley"');
    expect(body).toContain('<meta name="description" content="A rifff by Ada');
    expect(body).not.toContain('Built.');
    expect(body).toContain(`<link rel="canonical" href="${PUBLIC_URL}/rifff/${id}" />`);
    expect(body).toContain(`property="og:image" content="${PUBLIC_URL}/media/covers/${id}.png"`);
    expect(body).toContain('name="twitter:card" content="summary_large_image"');
    expect(body).not.toContain('evil.example');
    const discovery = /application\/json\+oembed" href="([^"]+)"/.exec(body)?.[1] ?? '';
    const address = new URL(discovery.replaceAll('&amp;', '&'));
    expect(address.origin).toBe(PUBLIC_URL);
    expect((await get(address.pathname + address.search)).statusCode).toBe(200);
  });

  it('tells other sites about a run in the arcade, with the cover of its rifff where it is shared', async () => {
    const { queries } = server.database;
    const runOf = (runId: string, change: { userId: string | null; shareId: string | null }) =>
      queries
        .insertInto('arcadeRuns')
        .values({
          ...{ id: runId, mode: 'mission', seed: '20261123', score: 2480, digest: 'x' },
          shape: '',
          ...{ started: 1, created: 2, isForBoard: false, jamId: null, rifffId: null },
          ...{ parts: '{}', met: '[]', unlocks: '[]', moves: '[]' },
          ...change,
        })
        .execute();
    await runOf('run1', { userId: 'Ada', shareId: id });
    await runOf('run2', { userId: null, shareId: null });
    const shared = (await get('/arcade/runs/run1')).body;
    expect(shared).toContain('<title>Ada: 2\u2009480 points in the arcade – The Valley</title>');
    expect(shared).toContain(`property="og:image" content="${PUBLIC_URL}/media/covers/${id}.png"`);
    expect(shared).toContain(`rel="canonical" href="${PUBLIC_URL}/arcade/runs/run1"`);
    const bare = (await get('/arcade/runs/run2/replay')).body;
    expect(bare).toContain('<title>2\u2009480 points in the arcade – The Valley</title>');
    expect(bare).not.toContain('og:image');
    expect((await get('/arcade/runs/none')).body).toContain('<title>Built</title>');
  });

  describe('of playlists and clubs', () => {
    const list = async (more: Partial<PlaylistRow>, rifffs: readonly string[] = []) => {
      const { queries } = server.database;
      const row: PlaylistRow = {
        ...{ id: newId(), clubId: null, ownerId: 'Ada', name: HOSTILE, description: '' },
        ...{ access: 'public', adders: 'members', created: 1, changed: 1, ...more },
      };
      await queries.insertInto('playlists').values(row).execute();
      const items = rifffs.map((itemId, position) => ({
        ...{ id: newId(), playlistId: row.id, position, kind: 'audio' as const, jamId: 'Ada' },
        ...{ itemId, addedBy: 'Ada', created: 1, fadeOut: 0, loopCount: 2 },
      }));
      if (items.length > 0) await queries.insertInto('playlistItems').values(items).execute();
      return row.id;
    };
    const club = async (access: 'open' | 'invite', more: object = {}) => {
      const clubId = `club${newId().slice(-10)}`;
      const about = { name: 'Night & <b>owls', description: 'We play late.', ownerId: 'Ada' };
      await server.database.queries
        .insertInto('clubs')
        .values({
          ...{ id: clubId, ...about, access, created: 1, closes: null },
          ...{ iconKey: null, bannerKey: null, ...more },
        })
        .execute();
      return clubId;
    };
    const rifffOf = async (shareId: string) => {
      const { queries } = server.database;
      const share = queries.selectFrom('shares').select('rifffId').where('id', '=', shareId);
      return (await share.executeTakeFirstOrThrow()).rifffId;
    };

    it('a public list says what it is, and its embed and oEmbed carry it', async () => {
      const listId = await list({}, [await rifffOf(id), 'gone', await rifffOf(hidden)]);
      const page = (await get(`/playlist/${listId}`)).body;
      expect(page).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp;');
      expect(page).not.toContain('<script>alert');
      expect(page).toContain('content="A playlist by Ada: 3 items.');
      expect(page).toContain(`<link rel="canonical" href="${PUBLIC_URL}/playlist/${listId}" />`);
      const cover = `${PUBLIC_URL}/media/covers/playlists/${listId}.png`;
      expect(page).toContain(`property="og:image" content="${cover}"`);
      const embed = await get(`/embed/playlist/${listId}`);
      expect(embed.statusCode).toBe(200);
      expect(embed.headers['content-security-policy']).toContain('frame-ancestors *');
      const [, block = ''] = /id="playlist">(.*?)<\/script>/s.exec(embed.body) ?? [];
      const data = JSON.parse(block);
      expect(data).toMatchObject({ title: HOSTILE, by: 'Ada', itemCount: 3 });
      // What a visitor may not hear, or no one any more, is not in it.
      expect(data.items.map(({ shareId }: { shareId: string }) => shareId)).toEqual([id]);
      expect(data.items[0].data.loops[0].cdn_attachments.oggAudio.url).toContain('/media/');
      const answer = (await oembed({ url: `${PUBLIC_URL}/playlist/${listId}` })).json();
      expect(answer).toMatchObject({ title: HOSTILE, author_name: 'Ada', thumbnail_url: cover });
      expect(answer.html).toContain(`src="${PUBLIC_URL}/embed/playlist/${listId}" width="480"`);
      expect(answer.html).not.toContain('<script');
    });

    itOnce('has covers that change with what is in it, a blank disc where nothing is', async () => {
      const listId = await list({ name: 'Drive' }, [await rifffOf(id), await rifffOf(hostile)]);
      const path = `/media/covers/playlists/${listId}`;
      const [png, svg] = await Promise.all([get(`${path}.png`), get(`${path}.svg`)]);
      expect([png.statusCode, png.headers['content-type']]).toEqual([200, 'image/png']);
      expect([png.rawPayload.readUInt32BE(16), png.rawPayload.readUInt32BE(20)]).toEqual([
        1200, 630,
      ]);
      expect(png.headers['cache-control']).toBe('public, max-age=86400');
      const known = { 'if-none-match': String(png.headers.etag) };
      expect((await get(`${path}.png`, known)).statusCode).toBe(304);
      expect(svg.body.match(/<svg x=/g)).toHaveLength(2);
      const names = [...svg.body.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name);
      expect(new Set(names).size).toBe(names.length);
      const { queries } = server.database;
      await queries.deleteFrom('playlistItems').where('playlistId', '=', listId).execute();
      const blank = await get(`${path}.svg`);
      expect(blank.headers.etag).not.toBe(svg.headers.etag);
      expect(blank.body.match(/<circle/g)!.length).toBeGreaterThan(3);
      expect((await get(`${path}.webm`)).statusCode).toBe(404);
    });

    it('an open club says what it is, with its own picture or its rings', async () => {
      const [plain, pictured] = [await club('open'), await club('open', { bannerKey: 'k1' })];
      const page = (await get(`/club/${plain}`)).body;
      expect(page).toContain('<title>Night &amp; &lt;b&gt;owls – The Valley</title>');
      expect(page).toContain('name="description" content="We play late."');
      expect(page).toContain(`rel="canonical" href="${PUBLIC_URL}/club/${plain}"`);
      const cover = `/media/covers/clubs/${plain}.png`;
      expect(page).toContain(`property="og:image" content="${PUBLIC_URL}${cover}"`);
      expect((await get(cover)).headers['content-type']).toBe('image/png');
      const other = (await get(`/club/${pictured}`)).body;
      expect(other).toContain(`property="og:image" content="${PUBLIC_URL}/media/k1"`);
    });

    it('a look says whose it is, with its own picture; a private one and the editor say nothing', async () => {
      const kept = { document: lookNamed('Dune & <b>sea'), access: 'public' as const };
      const [shown, secret] = [newId(), newId()];
      const row = { ownerId: 'Ada', created: 1, changed: 1, jamCount: 0 };
      await server.database.queries
        .insertInto('looks')
        .values(
          [
            { ...kept, ...row, id: shown },
            { ...kept, ...row, id: secret, access: 'private' as const },
          ].map((look) => ({ ...look, document: JSON.stringify(look.document) })),
        )
        .execute();
      const page = (await get(`/looks/${shown}`)).body;
      expect(page).toContain('<title>Dune &amp; &lt;b&gt;sea – The Valley</title>');
      expect(page).toContain('content="A look by Ada: how a stage draws the music.');
      expect(page).toContain(`rel="canonical" href="${PUBLIC_URL}/looks/${shown}"`);
      const cover = `/media/covers/looks/${shown}.png`;
      expect(page).toContain(`property="og:image" content="${PUBLIC_URL}${cover}"`);
      expect((await get(cover)).headers['content-type']).toBe('image/png');
      const video = `${PUBLIC_URL}/media/covers/looks/${shown}.webm`;
      expect(page).toContain(`property="og:video" content="${video}"`);
      expect((await get('/looks/rose')).body).toContain('A look of the house: how a stage');
      expect((await get('/media/covers/looks/rose.svg')).statusCode).toBe(200);
      const plain = (await get('/jams')).body;
      for (const path of [`/looks/${secret}`, '/looks/none', '/looks/new', '/looks'])
        expect((await get(path)).body, path).toBe(plain);
      expect((await get(`/media/covers/looks/${secret}.png`)).statusCode).toBe(404);
    });

    it('private lists, clubs by invitation and closing ones give nothing away', async () => {
      const secret = await list({ access: 'private' });
      const [invite, closing] = [await club('invite'), await club('open', { closes: 9e12 })];
      const theirs = await list({ clubId: invite, access: 'public' });
      const plain = (await get('/jams')).body;
      const pages = [`/club/${invite}`, `/club/${closing}`, '/club/none', '/playlist/none'];
      for (const path of [...pages, `/playlist/${secret}`, `/playlist/${theirs}`])
        expect((await get(path)).body, path).toBe(plain);
      for (const one of [secret, theirs, 'none']) {
        const embed = await get(`/embed/playlist/${one}`);
        expect(embed.statusCode).toBe(404);
        expect(embed.body).not.toContain('id="playlist"');
        expect((await get(`/media/covers/playlists/${one}.png`)).statusCode).toBe(404);
        expect((await oembed({ url: `${PUBLIC_URL}/playlist/${one}` })).statusCode).toBe(404);
      }
      expect((await get(`/media/covers/clubs/${invite}.svg`)).statusCode).toBe(404);
    });
  });

  itOnce('names the feeds of a page in its head', async () => {
    const feedsOf = async (path: string) => {
      const { body } = await get(path);
      const found = body.matchAll(/type="application\/atom\+xml" title="([^"]+)" href="([^"]+)"/g);
      return [...found].map(([, title, href]) => [title, href]);
    };
    const atom = `${PUBLIC_URL}/api/v3/feed/atom`;
    const chart = [
      ['The chart', `${atom}/chart`],
      ['Rifffs of the week', `${atom}/rifff-of-the-week`],
    ];
    for (const path of ['/feed', '/chart', '/gb/chart/'])
      expect(await feedsOf(path)).toEqual(chart);
    const person = [['Rifffs of Ada', `${atom}/Ada`]];
    const pages = ['/ada', '/profile/Ada', '/Ada/social', '/eu/ada/', '/collection/ada'];
    for (const path of [...pages, `/rifff/${id}`])
      expect(await feedsOf(path), path).toEqual(person);
    for (const path of ['/nobody', '/login', '/', '/jams']) expect(await feedsOf(path)).toEqual([]);
    expect((await get('/nobody')).statusCode).toBe(200);
  });

  itOnce('escapes every value, on the page and in the embed', async () => {
    for (const path of [`/rifff/${hostile}`, `/embed/${hostile}`]) {
      const { body } = await get(path);
      expect(body).not.toContain('<script>alert');
      expect(body).not.toContain('</title><script');
      expect(body.match(/<title>/g)).toHaveLength(1);
      expect(body).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp;');
    }
  });

  const embedData = async (share: string) => {
    const { body } = await get(`/embed/${share}`);
    const [, block = ''] = new RegExp(`id="${EMBED_DATA_ID}">(.*?)</script>`).exec(body) ?? [];
    return JSON.parse(block);
  };

  it('gives an embed the look that it was shared with, and nothing where there is none', async () => {
    const plain = await embedData(id);
    expect(plain).not.toHaveProperty('look');
    const { queries } = server.database;
    const document = lookNamed('Dune & <b>sea');
    const row = { shareId: id, userId: 'Ada', document: JSON.stringify(document) };
    await queries
      .insertInto('shareLooks')
      .values({ ...row, lookKey: 'dune' })
      .execute();
    expect(await embedData(id)).toEqual({ ...plain, look: document });
    expect((await get(`/embed/${id}`)).body).not.toContain('<b>sea');
    await queries.deleteFrom('shareLooks').where('shareId', '=', id).execute();
    expect(await embedData(id)).toEqual(plain);
  });

  itOnce('gives an embed the licence of what it plays', async () => {
    const licenceOf = async (share: string) => (await embedData(share)).licence;
    expect(await licenceOf(id)).toEqual({ text: 'All rights reserved', url: null });
    const url = 'https://creativecommons.org/licenses/by/4.0/';
    expect(await licenceOf(hostile)).toEqual({ text: 'CC BY 4.0', url });
  });

  it('names the rifff that the first page begins with in its document, and the loop that sounds first', async () => {
    const [first] = (await get('/api/library/rifffs')).json().data.rifffs;
    const page = await get('/');
    const [, block = ''] = /id="first-rifff">(.*?)<\/script>/.exec(page.body) ?? [];
    expect(JSON.parse(block)).toEqual(first);
    const [, href] =
      /rel="preload" as="fetch" crossorigin="anonymous" href="([^"]+)"/.exec(page.body) ?? [];
    expect(first.rifff.loops.map(loopAudioUrl)).toContain(href);
    expect((await get('/', { 'if-none-match': String(page.headers.etag) })).statusCode).toBe(304);
    expect((await get('/jam')).body).not.toContain('first-rifff');
  });

  it('says nothing about what is private, removed or unknown', async () => {
    const plain = (await get('/jams')).body;
    for (const one of [hidden, removed, 'nobody', '__proto__', '%00']) {
      const { body } = await get(`/rifff/${one}`);
      expect(body, one).not.toContain('og:title');
    }
    expect((await get(`/rifff/${hidden}`)).body).toBe(plain);
    expect((await get(`/rifff/${id}/more`)).body).toBe(plain);
  });

  itOnce('an embed may be framed by anyone, and nothing else may', async () => {
    const embed = await get(`/embed/${id}`);
    expect(embed.statusCode).toBe(200);
    expect(embed.headers['content-security-policy']).toContain('frame-ancestors *');
    expect(embed.headers['content-security-policy']).toContain("form-action 'none'");
    expect(embed.headers['content-security-policy']).toContain("script-src 'self'");
    expect(embed.headers['content-security-policy']).toContain('trusted-types default');
    // A person who opens an embed as a window of its own still has it.
    expect(embed.headers['cross-origin-opener-policy']).toBeUndefined();
    expect(embed.headers['x-frame-options']).toBeUndefined();
    expect(embed.headers['permissions-policy']).toContain('microphone=()');
    expect(embed.headers['set-cookie']).toBeUndefined();
    const none = [
      '/embed',
      '/embed/',
      '/embed/%20',
      '/embed/a.b',
      '/embed/a%2Fb',
      `/embed/${'a'.repeat(70)}`,
      `/embed/${id}/x`,
      `/embed/${id}%20`,
      `/EMBED/${'a'.repeat(70)}`,
    ];
    for (const path of ['/', `/rifff/${id}`, '/embeds/x', '/feed', '/embed.html', ...none]) {
      const { headers } = await get(path, { accept: 'text/html' });
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options'], path).toBe('DENY');
    }
    for (const path of none) {
      expect((await get(path, { accept: 'text/html' })).statusCode, path).toBe(404);
    }
  });

  itOnce(
    'an embed carries what it shows, and is 404 with a page where there is nothing',
    async () => {
      const { body } = await get(`/embed/${id}`);
      const block = /<script type="application\/json" id="share">(.*?)<\/script>/s.exec(body)?.[1];
      const data = JSON.parse(block ?? '');
      expect(data).toMatchObject({
        title: 'Tide',
        makers: ['Ada'],
        pageUrl: `${PUBLIC_URL}/rifff/${id}`,
      });
      expect(data.rifff.loops).toHaveLength(2);
      expect(data.rifff.loops[0].cdn_attachments.oggAudio.url).toContain('/media/');
      for (const one of [hidden, removed, 'nobody']) {
        const gone = await get(`/embed/${one}`);
        expect(gone.statusCode, one).toBe(404);
        expect(gone.headers['content-type']).toContain('text/html');
        expect(gone.body).not.toContain('id="share"');
        expect(gone.headers['content-security-policy']).toContain('frame-ancestors *');
      }
    },
  );

  itOnce('lets a frame without an origin read built scripts', async () => {
    const { headers } = await get('/assets/embed-abc.js', { origin: 'null' });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  itOnce('answers oEmbed for its own addresses, within the size that is asked for', async () => {
    const url = `${PUBLIC_URL}/rifff/${id}?from=x#y`;
    const answer = (
      await oembed({ url, maxwidth: '300', maxheight: '100000', format: 'json' })
    ).json();
    expect(ENDPOINTS.oembed.data.parse(answer)).toEqual(answer.data);
    expect(answer).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: 300,
      height: 480,
      author_name: 'Ada',
      thumbnail_url: `${PUBLIC_URL}/media/covers/${id}.png`,
    });
    expect(answer.html).toContain(`src="${PUBLIC_URL}/embed/${id}" width="300" height="480"`);
    expect((await oembed({ url: `${PUBLIC_URL}/embed/${id}` })).statusCode).toBe(200);
    expect((await oembed({ url: `${PUBLIC_URL}/rifff/${hostile}` })).json().html).not.toContain(
      '<script',
    );
  });

  itOnce('answers 404 or 400 to every other question, and 501 to those for XML', async () => {
    const wrong = [
      `https://evil.example/rifff/${id}`,
      `${PUBLIC_URL}/rifff/${hidden}`,
      `${PUBLIC_URL}/rifff/nobody`,
      `${PUBLIC_URL}/feed`,
      'javascript:alert(1)',
      'http://[',
    ];
    for (const url of wrong) expect((await oembed({ url })).statusCode, url).toBe(404);
    const good = `${PUBLIC_URL}/rifff/${id}`;
    expect((await get('/api/oembed')).statusCode).toBe(400);
    expect((await oembed({ url: good, maxwidth: '-1' })).statusCode).toBe(400);
    expect((await oembed({ url: good, maxwidth: 'wide' })).statusCode).toBe(400);
    const xml = await oembed({ url: good, format: 'xml' });
    expect(xml.statusCode).toBe(501);
    expect(ErrorAnswerSchema.parse(xml.json()).error.code).toBe('not_implemented');
  });
});

describe('pages of a server that was not told its address', () => {
  it('link to themselves by relative addresses', async () => {
    const server = await serve(undefined, {});
    const { userId } = await makeAccount(server.database, 'Ada');
    const id = await shareStored(server.database.queries, { userId });
    const { body } = await server.app.inject({
      url: `/rifff/${id}`,
      headers: { host: 'evil.example' },
    });
    expect(body).toContain(`<link rel="canonical" href="/rifff/${id}" />`);
    expect(body).not.toContain('evil.example');
    const found = await server.app.inject(`/api/oembed?url=${encodeURIComponent(`/rifff/${id}`)}`);
    expect(found.json().html).toContain(`src="/embed/${id}"`);
    await server.close();
  });
});
