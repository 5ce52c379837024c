import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeOnce } from '../../testing/databases.ts';
import {
  flacOf,
  formOf,
  LOOP_FRAMES,
  loopDocument,
  type SentPart,
  tone,
} from '../../testing/sounds.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { flac, metadataOf, ogg } from '../../testing/uploadWorld.ts';
import { usedBytes } from './usage.ts';

const MB = 1024 * 1024;

describeOnce('room of an account', (open) => {
  const server = useTestServer({ openDatabase: open, environment: { ACCOUNT_QUOTA_MB: '1' } });
  const call = callsAs(server);
  const send = async (who: TestAccount, url: string, parts: readonly SentPart[]) => {
    const { payload, contentType } = formOf(parts);
    const headers = { ...who.headers, 'content-type': contentType };
    const answer = await server.app.inject({ method: 'POST', url, headers, payload });
    return { status: answer.statusCode, ...answer.json() };
  };
  const loop = (who: TestAccount, document = loopDocument(), query = '') =>
    send(who, `/api/jam/${who.userId}/loops${query}`, [
      ['file', ogg, 'a.ogg'],
      ['master', flac, 'a.flac'],
      metadataOf(document),
    ]);
  const track = (who: TestAccount, id = newId()) =>
    send(who, `/api/jam/${who.userId}/tracks`, [
      ['file', ogg, 'a.ogg'],
      metadataOf({ _id: id, name: 'Train' }),
    ]);
  const pin = (who: TestAccount) =>
    send(who, '/api/accounts/profile/track', [['file', ogg, 'a.ogg']]);
  const picture = async (who: TestAccount, background: string) => {
    const size = { width: 600, height: 600, channels: 3 as const };
    const image = await sharp({ create: { ...size, background } })
      .png()
      .toBuffer();
    return send(who, '/api/v3/image/upload?group=avatars', [['image', image, 'a.png']]);
  };
  const used = async (who: TestAccount): Promise<number> =>
    (await call('GET', '/accounts/storage', who)).body.data.usedBytes;
  const account = (name: string) => makeAccount(server.database, name);
  /** Puts a track there that leaves just so much room. */
  const leaveRoom = async ({ userId }: TestAccount, leftBytes: number) => {
    const { queries } = server.database;
    const size = MB - leftBytes - (await usedBytes(queries, userId));
    const about = { userId, jamId: userId, isPinned: false, name: '', created: 0, digest: '' };
    const file = { key: newId(), hash: newId(), mime: 'audio/ogg', durationSec: 1, peaks: '' };
    const row = { id: newId(), ...about, ...file, size };
    await queries.insertInto('tracks').values(row).execute();
    return row;
  };

  it('counts loops, tracks and the picture, each content once, and is given back', async () => {
    const [ana, bob] = [await account('ana'), await account('bob')];
    expect((await call('GET', '/accounts/storage')).status).toBe(401);
    expect((await call('GET', '/accounts/storage', ana)).body.data).toEqual({
      usedBytes: 0,
      quotaBytes: MB,
      trackSec: 300,
      awaitsConfirmation: false,
      hasLoop: false,
    });
    const first = await loop(ana);
    expect(first.status, first.message).toBe(200);
    const both = ogg.length + flac.length;
    expect(await used(ana)).toBe(both);
    // The same sound as another loop, as a track and on the profile is no more content.
    const same = [await loop(ana), await track(ana), await pin(ana)];
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await used(ana)).toBe(both);
    // What another account has too counts for them too.
    const trackId = newId();
    expect((await track(bob, trackId)).status).toBe(200);
    expect([await used(ana), await used(bob)]).toEqual([both, ogg.length]);
    for (const colour of ['#c04010', '#1040c0']) {
      expect((await picture(ana, colour)).status).toBe(200);
      const row = server.database.queries.selectFrom('avatars').select('size');
      const { size } = await row.where('userId', '=', 'ana').executeTakeFirstOrThrow();
      expect(await used(ana)).toBe(both + size);
    }
    expect((await call('DELETE', '/accounts/avatar', ana)).status).toBe(200);
    expect((await call('DELETE', `/jam/bob/tracks/${trackId}`, bob)).status).toBe(200);
    expect([await used(ana), await used(bob)]).toEqual([both, 0]);
  });

  it('refuses what does not fit, and keeps nothing of it', async () => {
    const eva = await account('eva');
    await leaveRoom(eva, ogg.length);
    const before = await used(eva);
    const refused = await loop(eva);
    expect(refused).toMatchObject({ status: 413, error: { code: 'over_quota' } });
    expect(refused.message).toContain('your account may keep 1 MB here');
    expect(await used(eva)).toBe(before);
    // The Ogg alone fits to the byte; the account is full then.
    expect((await track(eva)).status).toBe(200);
    expect(await used(eva)).toBe(MB);
    for (const answer of [await track(eva), await loop(eva), await picture(eva, '#208020')]) {
      expect(answer).toMatchObject({ status: 413, error: { code: 'over_quota' } });
    }
    expect((await call('GET', '/accounts/profile/eva')).body.data.avatarUrl).toBe(null);
    expect(await used(eva)).toBe(MB);
  });

  it('of two uploads for the last room takes one', async () => {
    const ivo = await account('ivo');
    await leaveRoom(ivo, ogg.length + flac.length + 1);
    const file = await flacOf(tone(LOOP_FRAMES, 2, 330));
    const parts = [['file', file, 'a.flac'], metadataOf({ _id: newId() })] as const;
    const answers = await Promise.all([loop(ivo), send(ivo, '/api/jam/ivo/tracks', parts)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 413]);
    expect(await used(ivo)).toBeLessThanOrEqual(MB);
  });

  it('answers a loop that is there already, also in a full account', async () => {
    const uma = await account('uma');
    const document = loopDocument();
    expect((await loop(uma, document)).status).toBe(200);
    await leaveRoom(uma, 0);
    expect((await loop(uma, document)).status).toBe(413);
    const ask = (id: string, who = uma) => call('GET', `/accounts/storage?loop=${id}`, who);
    expect((await ask(document._id)).body.data.hasLoop).toBe(true);
    expect((await ask(newId())).body.data.hasLoop).toBe(false);
    expect((await ask(document._id, await account('eve'))).body.data.hasLoop).toBe(false);
    expect((await loop(uma, document, `?loop=${document._id}`)).status).toBe(200);
    // Naming it does not bring another one in.
    const other = loopDocument({ name: 'Other' });
    expect((await loop(uma, other, `?loop=${other._id}`)).status).toBe(413);
  });

  it('is refused by its length before a byte of it was sent', async () => {
    const oda = await account('oda');
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const headers = {
      ...oda.headers,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 2 * MB,
    };
    for (const path of [
      '/api/jam/oda/loops',
      '/api/jam/oda/tracks',
      '/api/accounts/profile/track',
    ]) {
      const sending = request({ port, host: '127.0.0.1', method: 'POST', path, headers });
      sending.on('error', () => {});
      sending.flushHeaders();
      const [answer] = await once(sending, 'response');
      expect([path, answer.statusCode]).toEqual([path, 413]);
      sending.destroy();
    }
  });
});

describeOnce('an account without a quota', (open) => {
  const server = useTestServer({ openDatabase: open, environment: { ACCOUNT_QUOTA_MB: 'off' } });

  it('is told what it occupies, and no limit', async () => {
    const who = await makeAccount(server.database, 'free');
    const { body } = await callsAs(server)('GET', '/accounts/storage', who);
    expect(body.data).toEqual({
      ...{ usedBytes: 0, quotaBytes: null, trackSec: 300 },
      ...{ awaitsConfirmation: false, hasLoop: false },
    });
  });
});
