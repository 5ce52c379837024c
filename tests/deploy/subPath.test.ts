/** A server below a path of its host, behind a proxy that passes the path on and behind one that takes it away. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createAnnouncer } from '../../server/ports/fanOut/rooms.ts';
import {
  closeSockets,
  connectTo,
  credentialOf,
  happen,
  makeRoom,
} from '../../server/testing/sockets.ts';
import { formOf } from '../../server/testing/sounds.ts';
import { type Answer, ask, describeProxies, noisyLoop, upload } from './proxyWorld.ts';

const PUBLIC_URL = 'https://rondo.example/rondo';
const DOCUMENT = `<!doctype html><html><head><title>Rondo</title>
<style>@font-face{src:url(/assets/type.woff2)}</style><link rel="manifest" href="/manifest.webmanifest" />
<script type="module" src="/assets/main-1.js"></script></head>
<body><div id="root"><a href="/">Home</a><svg><rect fill="url(#a)"/></svg></div></body></html>`;
const MANIFEST = { id: '/', scope: '/', start_url: '/jam', icons: [{ src: '/icon.png' }] };

const folder = mkdtempSync(join(tmpdir(), 'rondo-below-'));
mkdirSync(join(folder, 'assets'));
for (const [name, text] of Object.entries({
  'index.html': DOCUMENT,
  'embed.html': DOCUMENT,
  'manifest.webmanifest': JSON.stringify(MANIFEST),
  'assets/main-1.js': 'export {};',
})) {
  writeFileSync(join(folder, name), text);
}
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dataOf = ({ body }: Answer) => JSON.parse(body).data ?? JSON.parse(body);
const common = { publicUrl: PUBLIC_URL, frontend: { folder } } as const;

describeProxies(
  (world) => {
    afterEach(closeSockets);

    it('leads to the first page, whose document names everything below the path', async () => {
      const bare = await ask(world, '/rondo?x=1');
      expect([301, 308]).toContain(bare.status);
      const { location } = bare.headers as { location: string };
      expect(new URL(location, world.proxy.url).pathname).toBe('/rondo/');
      for (const path of ['/rondo/', '/rondo/jams/me?x=1', '/rondo/index.html', '/rondo/nobody']) {
        const { status, body } = await ask(world, path, { headers: { accept: 'text/html' } });
        expect(status, path).toBe(200);
        const named = [...body.matchAll(/(?:href="|src="|url\()([^")]*)/g)].map(([, one]) => one);
        const own = named.filter((one) => !one?.startsWith('#') && !one?.startsWith(PUBLIC_URL));
        expect(own).toContain('/rondo/assets/main-1.js');
        expect(
          own.filter((one) => !one?.startsWith('/rondo/')),
          path,
        ).toEqual([]);
        expect(body).toContain('url(#a)');
      }
      expect(await ask(world, '/rondo/assets/main-1.js')).toMatchObject({ status: 200 });
      const manifest = JSON.parse((await ask(world, '/rondo/manifest.webmanifest')).body);
      expect(manifest).toEqual({
        id: '/rondo/',
        scope: '/rondo/',
        start_url: '/rondo/jam',
        icons: [{ src: '/rondo/icon.png' }],
      });
    });

    it('takes uploads, and tells of files below the path', async () => {
      const { form } = await noisyLoop(1);
      const uploaded = await upload(world, form(), ask, '/rondo');
      expect(uploaded).toMatchObject({ status: 200 });
      const { oggAudio } = dataOf(uploaded).loop.cdn_attachments;
      expect(oggAudio.endpoint).toBe('rondo.example/rondo/media');
      expect(oggAudio.url).toBe(`/rondo/media/${oggAudio.key}`);
      const heard = await ask(world, oggAudio.url, { headers: world.mia.headers });
      expect(heard).toMatchObject({ status: 200, headers: { 'content-type': 'audio/ogg' } });

      const square = { width: 64, height: 64, channels: 3, background: '#15120e' } as const;
      const png = await sharp({ create: square }).png().toBuffer();
      const { payload, contentType } = formOf([
        ['group', 'avatars'],
        ['image', png, 'me.png'],
      ]);
      const sent = await ask(world, '/rondo/api/v3/image/upload', {
        method: 'POST',
        headers: { ...world.mia.headers, 'content-type': contentType },
        body: payload,
      });
      expect(sent).toMatchObject({ status: 200 });
      const picture = await ask(world, '/rondo/api/accounts/mia/avatar');
      expect(picture.status).toBe(302);
      const { location } = picture.headers as { location: string };
      expect(location).toBe(dataOf(sent).avatarUrl);
      expect(location).toMatch(/^\/rondo\/media\//);
      expect(await ask(world, location)).toMatchObject({ status: 200 });
    });

    it('passes sockets and databases on', async () => {
      const credential = credentialOf(world.mia);
      const { agent } = world.proxy;
      const more = { agent, path: '/rondo/socket.io' } as never;
      const socket = await connectTo(world.proxy, { credential }, {}, more);
      const jamId = await makeRoom(world.server.database, 'mia');
      await socket.ask('enter', { jamId, since: 0 });
      await happen(world.server, jamId, createAnnouncer(world.fanOut));
      await socket.told('events');

      const headers = { authorization: world.basic };
      const database = `/rondo${world.database}`;
      expect(await ask(world, database, { method: 'PUT', headers })).toMatchObject({ status: 201 });
      const changes = await ask(world, `${database}/_changes`, { headers });
      expect(JSON.parse(changes.body)).toMatchObject({ results: [] });
    });
  },
  [
    { ...common, name: 'nginx', title: 'behind nginx, which passes the path on' },
    {
      ...common,
      name: 'nginx',
      title: 'behind nginx, which takes the path away',
      changes: {
        'location / {\n    proxy_pass http://rondo;':
          'location /rondo/ {\n    proxy_pass http://rondo/;',
        'location /db/ {\n    proxy_pass http://rondo;':
          'location /rondo/db/ {\n    proxy_pass http://rondo/db/;',
      },
    },
    {
      ...common,
      name: 'caddy',
      title: 'behind Caddy, which passes the path on beside other things',
      changes: {
        'reverse_proxy 127.0.0.1:4000':
          '@rondo path /rondo /rondo/*\n\treverse_proxy @rondo 127.0.0.1:4000',
      },
    },
  ],
);
