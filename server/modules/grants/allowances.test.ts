import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_CLUBS_OWNED } from '../../../src/data/contract/constants.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { readSettings } from '../../settings.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { flacOf, formOf } from '../../testing/sounds.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { metadataOf } from '../../testing/uploadWorld.ts';
import { planAllowances } from './allowances.ts';

const MB = 1024 * 1024;
const RATE = 8000;

describe('what the plans allow', () => {
  const allow = (environment: Record<string, string>) =>
    planAllowances(readSettings({ RONDO_DATA: '/nowhere', ...environment }));

  it('is never less with plus, and the same where there are no plans', () => {
    const { free, plus } = allow({});
    expect(free).toEqual({ quotaBytes: 1024 * MB, trackSec: 300, clubsOwned: 20 });
    expect(plus).toEqual({ quotaBytes: 10_240 * MB, trackSec: 1800, clubsOwned: 100 });
    expect(allow({ PLUS_QUOTA_MB: '5' }).plus.quotaBytes).toBe(1024 * MB);
    expect(allow({ ACCOUNT_QUOTA_MB: 'off' }).plus.quotaBytes).toBe(null);
    const off = allow({ RONDO_PLANS: 'off' });
    expect(off.plus).toEqual(off.free);
  });
});

describeDatabases('an account with plus', (open) => {
  const server = useTestServer({
    openDatabase: open,
    environment: {
      ...{ ACCOUNT_QUOTA_MB: '1', PLUS_QUOTA_MB: '3' },
      ...{ CONFIRM_EMAIL: 'on', UNCONFIRMED_QUOTA_MB: '2' },
    },
  });
  const call = callsAs(server);
  /** Silence of 310 s, and the same file saying that it has 1801. */
  let long: Buffer = Buffer.alloc(0);
  let longer: Buffer = Buffer.alloc(0);
  beforeAll(async () => {
    long = await flacOf([new Float32Array(310 * RATE)], RATE);
    longer = Buffer.from(long);
    // STREAMINFO has the number of frames in 36 bits, the last 32 of them from byte 22 on (RFC 9639, section 8.2).
    longer.writeUInt32BE(1801 * RATE, 22);
  });
  const grant = async (userId: string, until: number | null = null) => {
    const row = {
      userId,
      product: 'plus',
      source: 'subscription',
      ref: 'sub_1',
      created: 1,
    } as const;
    await server.database.queries
      .insertInto('grants')
      .values({ ...row, until })
      .onConflict((conflict) =>
        conflict.columns(['userId', 'product', 'source', 'ref']).doUpdateSet({ until }),
      )
      .execute();
  };
  const end = (userId: string) => grant(userId, Date.now() - 1);
  const storage = async (who: TestAccount) =>
    (await call('GET', '/accounts/storage', who)).body.data;
  const track = async (who: TestAccount, file: Buffer) => {
    const parts = [['file', file, 'a.flac'], metadataOf({ _id: newId() })] as const;
    const { payload, contentType } = formOf(parts);
    const headers = { ...who.headers, 'content-type': contentType };
    const url = `/api/jam/${who.userId}/tracks`;
    const answer = await server.app.inject({ method: 'POST', url, headers, payload });
    return { status: answer.statusCode, ...answer.json() };
  };

  it('has more room; what is there stays when plus ends, and no more comes', async () => {
    const ana = await makeAccount(server.database, 'ana');
    expect(await storage(ana)).toMatchObject({ quotaBytes: MB, trackSec: 300 });
    await grant('ana');
    expect(await storage(ana)).toMatchObject({ quotaBytes: 3 * MB, trackSec: 1800 });
    const about = {
      userId: 'ana',
      jamId: 'ana',
      isPinned: false,
      name: '',
      created: 0,
      digest: '',
    };
    const file = { key: newId(), hash: newId(), mime: 'audio/ogg', durationSec: 1, peaks: '' };
    await server.database.queries
      .insertInto('tracks')
      .values({ id: newId(), ...about, ...file, size: 2 * MB })
      .execute();
    const short = await flacOf([new Float32Array(RATE)], RATE);
    expect((await track(ana, short)).status).toBe(200);
    await end('ana');
    expect(await storage(ana)).toMatchObject({ quotaBytes: MB, usedBytes: 2 * MB + short.length });
    const refused = await track(ana, await flacOf([new Float32Array(2 * RATE)], RATE));
    expect(refused).toMatchObject({ status: 413, error: { code: 'over_quota' } });
    expect((await call('GET', '/jam/ana/tracks', ana)).body.data.tracks).toHaveLength(2);
    // An address that is not confirmed keeps its limit, also where another account paid.
    await grant('ana');
    await server.database.queries
      .updateTable('accounts')
      .set({ awaitsConfirmation: true })
      .where('id', '=', 'ana')
      .execute();
    expect(await storage(ana)).toMatchObject({ quotaBytes: 2 * MB, awaitsConfirmation: true });
  });

  it('brings tracks of half an hour, and no longer ones', async () => {
    const ben = await makeAccount(server.database, 'ben');
    const before = await track(ben, long);
    expect([before.status, before.message]).toEqual([
      400,
      'file: cannot be used: it may last 300 seconds',
    ]);
    await grant('ben');
    const { data } = await track(ben, long);
    expect(data.track.durationSec).toBe(310);
    expect((await track(ben, longer)).message).toBe(
      'file: cannot be used: it may last 1800 seconds',
    );
    await end('ben');
    expect((await track(ben, long)).status).toBe(400);
    expect(
      (await server.app.inject({ url: data.track.url, headers: ben.headers })).statusCode,
    ).toBe(200);
  });

  it('owns more clubs, and keeps those that it has', async () => {
    const eva = await makeAccount(server.database, 'eva');
    const about = { description: '', access: 'invite', ownerId: 'eva', created: 1 } as const;
    const nothing = { iconKey: null, bannerKey: null, closes: null };
    const rows = Array.from({ length: MAX_CLUBS_OWNED }, (_, at) => ({
      ...{ id: `club${at}`, name: `Club ${at}` },
      ...{ ...about, ...nothing },
    }));
    await server.database.queries.insertInto('clubs').values(rows).execute();
    const make = async () => {
      const { status, body } = await call('POST', '/clubs', eva, {
        name: 'One more',
        access: 'invite',
      });
      return [status, body.message];
    };
    const full = [403, 'You have 20 clubs: that is the most'];
    expect(await make()).toEqual(full);
    await grant('eva');
    expect((await make())[0]).toBe(200);
    await end('eva');
    expect(await make()).toEqual(full);
    const owned = server.database.queries.selectFrom('clubs').select('id');
    expect(await owned.where('ownerId', '=', 'eva').execute()).toHaveLength(21);
  });
});
