import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { isPushEndpoint, PUSH_ENVIRONMENT } from '../../pushSettings.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';
import { encryptPush, newVapidKey } from './pushEncryption.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

it('encrypts the example of RFC 8291, appendix A', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const keys = {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const plain = Buffer.from('When I grow up, I want to be a watermelon');
  const body = encryptPush(plain, keys, { pair, salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') });
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(encryptPush(plain, keys).equals(encryptPush(plain, keys))).toBe(false);
  expect(() => encryptPush(plain, { ...keys, p256dh: 'AAAA' })).toThrow();
  expect(bytes(newVapidKey())).toHaveLength(32);
});

it.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://db5p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/a', false],
  ['https://a:b@fcm.googleapis.com/a', false],
  ['https://fcm.googleapis.com.evil.example/a', false],
  ['https://evilfcm.googleapis.com/a', false],
  ['https://push.apple.com.evil.example/', false],
  ['https://notpush.apple.com@127.0.0.1/', false],
  ['https://127.0.0.1/', false],
  ['https://[::1]/', false],
  ['https://localhost/', false],
  ['file:///etc/passwd', false],
  ['fcm.googleapis.com/a', false],
  ['', false],
])('sends to %s: %s', (endpoint, isAllowed) => {
  const pushHosts = PUSH_ENVIRONMENT.PUSH_HOSTS.parse(undefined);
  expect(isPushEndpoint(endpoint, { pushHosts })).toBe(isAllowed);
});

/** A device as a browser is one: its keys, and what it makes of a message. */
function makeDevice(origin: string, name: string) {
  const pair: ECDH = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  return {
    subscription: {
      endpoint: `${origin}/${name}`,
      expirationTime: null,
      keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    /** RFC 8188, section 2, and RFC 8291, section 3.4, from the side of the receiver. */
    read(body: Buffer) {
      const [salt, theirs, record] = [
        body.subarray(0, 16),
        body.subarray(21, 86),
        body.subarray(86),
      ];
      expect([body.readUInt32BE(16), body[20]]).toEqual([4096, 65]);
      const about = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs]);
      const secret = derive(pair.computeSecret(theirs), auth, about, 32);
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
      const opened = createDecipheriv('aes-128-gcm', key, nonce);
      opened.setAuthTag(record.subarray(-16));
      const plain = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()]);
      expect(plain.at(-1)).toBe(2);
      return JSON.parse(plain.subarray(0, -1).toString('utf8'));
    },
  };
}

/** A push service on this machine, with all that it was sent. */
async function openService() {
  const received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const status = { next: 201 };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status.next, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, received, status, close: () => server.close() };
}

describeDatabases('a message to a device', (open) => {
  let service: Awaited<ReturnType<typeof openService>>;
  let server: TestServer;
  let [mia, tom] = [] as unknown as TestAccount[];
  beforeAll(async () => {
    service = await openService();
    server = await startTestServer({
      openDatabase: open,
      environment: { PUSH_HOSTS: `fcm.googleapis.com, ${service.origin}` },
    });
    mia = await makeAccount(server.database, 'mia');
    tom = await makeAccount(server.database, 'tom');
  });
  afterAll(async () => {
    await server?.close();
    service?.close();
  });
  const call = (...given: Parameters<ReturnType<typeof callsAs>>) => callsAs(server)(...given);
  const subscribe = (who: TestAccount | undefined, body: object) =>
    call('POST', '/notifications/push', who, body);
  const state = async (who: TestAccount | undefined) =>
    (await call('GET', '/notifications/push', who)).body.data;
  /** Something happens to mia: tom follows her for the first time. */
  async function happen(): Promise<void> {
    await server.database.queries.deleteFrom('notices').execute();
    await server.database.queries.deleteFrom('follows').execute();
    const answer = await call('POST', '/accounts/following', tom, { userId: 'mia' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
  const arrived = (count: number) =>
    eventually(() => expect(service.received.length).toBeGreaterThanOrEqual(count));

  it('arrives, encrypted for it and signed by this server', async () => {
    const device = makeDevice(service.origin, 'one');
    const made = (await subscribe(mia, device.subscription)).body.data;
    const { publicKey, devices } = await state(mia);
    expect(devices).toEqual([{ ...made, isCurrent: true }]);
    await happen();
    await arrived(1);
    const [{ path, headers, body }] = service.received as [(typeof service.received)[number]];
    expect(path).toBe('/one');
    expect(device.read(body)).toMatchObject({ body: 'tom follows you', path: '/profile/tom' });
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(headers.topic).toMatch(/^[\w-]{32}$/);
    const [, head, claims, signature, key] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization!)!;
    expect(key).toBe(publicKey);
    const point = bytes(publicKey);
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      part.toString('base64url'),
    );
    const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! };
    const verifier = createPublicKey({ key: jwk, format: 'jwk' });
    const options = { key: verifier, dsaEncoding: 'ieee-p1363' as const };
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), options, bytes(signature!))).toBe(
      true,
    );
    const said = JSON.parse(bytes(claims!).toString());
    expect(said).toMatchObject({ aud: service.origin, sub: 'mailto:no-reply@localhost' });
    expect(said.exp - Date.now() / 1000).toBeLessThan(86_400);
  });

  it('goes to no other address, and takes no odd keys', async () => {
    const device = makeDevice(service.origin, 'odd').subscription;
    const elsewhere = { ...device, endpoint: 'https://127.0.0.1/push' };
    const refused = await subscribe(mia, elsewhere);
    expect([refused.status, Object.keys(refused.body.validationErrors)]).toEqual([
      400,
      ['endpoint'],
    ]);
    const noPoint = Buffer.alloc(65, 4).toString('base64url');
    for (const keys of [
      { ...device.keys, p256dh: noPoint },
      { ...device.keys, p256dh: 'AAAA' },
      { ...device.keys, auth: 'AAAA' },
      { auth: device.keys.auth },
    ]) {
      expect((await subscribe(mia, { ...device, keys })).status).toBe(400);
    }
    expect((await subscribe(undefined, device)).status).toBe(401);
  });

  it('is sent while the device is signed in, and its owner wishes it', async () => {
    const device = makeDevice(service.origin, 'mine');
    await subscribe(mia, device.subscription);
    expect((await state(mia)).devices).toHaveLength(1);
    const { queries } = server.database;
    const choose = (push: boolean) =>
      call('POST', '/accounts/settings', mia, {
        settings: { notifications: { follow: { push } } },
      });
    const from = service.received.length;
    await choose(false);
    await happen();
    await choose(true);
    await happen();
    await arrived(from + 1);
    await queries.updateTable('sessions').set({ expires: 1 }).where('userId', '=', 'mia').execute();
    await happen();
    const again = await makeAccount(server.database, 'again');
    await subscribe(again, makeDevice(service.origin, 'again').subscription);
    await server.database.queries.deleteFrom('follows').execute();
    await call('POST', '/accounts/following', tom, { userId: 'again' });
    await arrived(from + 2);
    expect(service.received.slice(from).map(({ path }) => path)).toEqual(['/mine', '/again']);
    await queries
      .updateTable('sessions')
      .set({ expires: Date.now() + 3_600_000 })
      .where('userId', '=', 'mia')
      .execute();
  });

  it('ends with a device that is gone, and follows no redirect', async () => {
    await subscribe(mia, makeDevice(service.origin, 'two').subscription);
    const from = service.received.length;
    service.status.next = 307;
    await happen();
    await arrived(from + 1);
    expect((await state(mia)).devices).toHaveLength(1);
    service.status.next = 410;
    await happen();
    await eventually(async () => expect((await state(mia)).devices).toEqual([]));
    service.status.next = 201;
    expect(service.received.slice(from).map(({ path }) => path)).toEqual(['/two', '/two']);
  });

  it('belongs to whoever is signed in on it, and nobody takes another’s', async () => {
    const { subscription } = makeDevice(service.origin, 'shared');
    const { id } = (await subscribe(mia, subscription)).body.data;
    expect((await call('DELETE', `/notifications/push/${id}`, tom)).status).toBe(404);
    const { keys } = makeDevice(service.origin, 'shared').subscription;
    expect((await subscribe(tom, { ...subscription, keys })).status).toBe(409);
    expect((await subscribe(tom, subscription)).status).toBe(200);
    expect((await state(mia)).devices).toEqual([]);
    const [{ id: toms }] = (await state(tom)).devices;
    expect((await call('DELETE', `/notifications/push/${toms}`, tom)).status).toBe(200);
    expect((await state(tom)).devices).toEqual([]);
  });
});
