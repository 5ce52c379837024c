/** What the files of `deploy/` say to nginx and Caddy, in front of a real server. */
import { once } from 'node:events';
import { request } from 'node:https';
import { afterEach, expect, it } from 'vitest';
import { createAnnouncer } from '../../server/ports/fanOut/rooms.ts';
import {
  closeSockets,
  connectTo,
  credentialOf,
  happen,
  makeRoom,
} from '../../server/testing/sockets.ts';
import { formOf, loopDocument } from '../../server/testing/sounds.ts';
import { ask, askH2, describeProxies, noisyLoop, options, upload } from './proxyWorld.ts';

const MB = 1024 * 1024;
/** Made once for all proxies. */
const loop = noisyLoop(5);

describeProxies((world) => {
  afterEach(closeSockets);

  it('speaks HTTP/2, and leads plain HTTP to TLS', async () => {
    const answer = await askH2(world, '/api/site');
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'strict-transport-security': 'max-age=31536000' },
    });
    const plain = await fetch(`${world.proxy.plainUrl}/a?b=c`, {
      redirect: 'manual',
      headers: { host: 'rondo.example' },
    });
    expect(plain.status).toBe(308);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/[^/]+\/a\?b=c$/);
  });

  it('lets uploads of more than a megabyte through, by either HTTP', async () => {
    const { form, masterBytes } = await loop;
    expect(masterBytes).toBeGreaterThan(MB);
    expect(await upload(world, form())).toMatchObject({ status: 200 });
    expect(await upload(world, form(), askH2)).toMatchObject({ status: 200 });
  });

  it('leaves it to the server to refuse what is no sound, in its own words', async () => {
    const form = formOf([
      ['file', Buffer.alloc(4 * MB), 'loop.ogg'],
      ['metadata', JSON.stringify(loopDocument())],
    ]);
    const answer = await upload(world, form);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false });
  });

  it('believes no address that a caller claims', async () => {
    const path = `/api/site?by=${world.name}`;
    for (const forged of ['198.51.100.7', '198.51.100.7, 203.0.113.9']) {
      world.lines.length = 0;
      await ask(world, path, {
        headers: { 'x-forwarded-for': forged, forwarded: 'for=198.51.100.7', 'x-real-ip': forged },
      });
      await expect
        .poll(() => world.lines.find(({ path: one }) => one === '/api/site'))
        .toBeTruthy();
      const line = world.lines.find(({ path: one }) => one === '/api/site');
      expect(line).toMatchObject({ address: '127.0.0.1' });
    }
  });

  it('does not open the figures of the server', async () => {
    expect(await ask(world, '/metrics')).toMatchObject({ status: 404 });
    const claims = { 'x-forwarded-for': '127.0.0.1', connection: 'x-forwarded-for' };
    expect(await ask(world, '/metrics', { headers: claims })).toMatchObject({ status: 404 });
  });

  it('passes sockets on, and what they are told', async () => {
    const credential = credentialOf(world.mia);
    const { agent } = world.proxy;
    const socket = await connectTo(world.proxy, { credential }, {}, { agent } as never);
    const jamId = await makeRoom(world.server.database, 'mia');
    await socket.ask('enter', { jamId, since: 0 });
    await happen(world.server, jamId, createAnnouncer(world.fanOut));
    await socket.told('events');
  });

  it('passes each heartbeat of a long poll on, and the change that ends it', async () => {
    const { database, basic } = world;
    const headers = { authorization: basic };
    expect(await ask(world, database, { method: 'PUT', headers })).toMatchObject({ status: 201 });
    const path = `${database}/_changes?feed=longpoll&since=now&heartbeat=1000`;
    const sent = request(`${world.proxy.url}${path}`, options(world.proxy, 'GET', headers));
    sent.end();
    const [answer] = await once(sent, 'response');
    let heard = '';
    answer.setEncoding('utf8').on('data', (piece: string) => {
      heard += piece;
    });
    const ended = once(answer, 'end');
    await expect.poll(() => heard.match(/\n/g)?.length ?? 0).toBeGreaterThanOrEqual(3);
    const body = JSON.stringify({ name: 'x' });
    const json = { ...headers, 'content-type': 'application/json' };
    await ask(world, `${database}/one`, { method: 'PUT', headers: json, body });
    await ended;
    expect(JSON.parse(heard).results).toMatchObject([{ id: 'one' }]);
  });
});
