import { beforeAll, expect, it } from 'vitest';
import { type Code, PLUS_PRODUCT } from '../../../src/data/contract/plans.ts';
import { createApp } from '../../app.ts';
import { runCodes } from '../../codes/commands.ts';
import { readSettings } from '../../settings.ts';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { planCallsOf } from '../../testing/plans.ts';
import { LOCKED_PACK } from '../../testing/starterFixture.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { addMonths } from './redeem.ts';

const CODES = '/payments/redemption-codes';
const DAY_MS = 24 * 3_600_000;
const NONE = 'This code is not known, was used up or is over';

it('a month later is the same day, or the last of a month that is too short', () => {
  const later = (from: string, months: number) =>
    new Date(addMonths(Date.parse(`${from}T10:00:00Z`), months)).toISOString().slice(0, 16);
  expect(later('2026-01-31', 1)).toBe('2026-02-28T10:00');
  expect(later('2028-01-31', 1)).toBe('2028-02-29T10:00');
  expect(later('2026-11-30', 3)).toBe('2027-02-28T10:00');
  expect(later('2026-05-17', 12)).toBe('2027-05-17T10:00');
});

describeDatabases('redemption codes', (open) => {
  const server = useTestServer({
    openDatabase: open,
    starter: { locked: 3 },
    environment: { RONDO_ADMINS: 'Boss', RONDO_MODERATORS: 'Ref' },
  });
  const call = callsAs(server);
  const boss = useAccount(server, 'Boss');
  const ref = useAccount(server, 'Ref');
  const ana = useAccount(server, 'ana');
  const make = async (body: object): Promise<Code[]> => {
    const answer = await call('POST', CODES, boss, body);
    expect(answer.status, answer.body.message).toBe(200);
    return answer.body.data.codes;
  };
  const one = async (body: object): Promise<string> => (await make(body))[0]!.code;
  const plus = (months: number | null, more: object = {}) =>
    one({ product: PLUS_PRODUCT, months, ...more });
  const redeem = (who: TestAccount | null, code: string) =>
    call('POST', `${CODES}/redeem/${encodeURIComponent(code)}`, who);
  const grants = (userId: string) => rowsOf(server.database, 'grants', 'userId', userId);
  const stored = async (code: string) =>
    (await rowsOf(server.database, 'codes', 'code', code.replaceAll('-', '')))[0]!;
  let fifty: TestAccount[] = [];
  beforeAll(async () => {
    fifty = [];
    for (let at = 0; at < 50; at++) fifty.push(await makeAccount(server.database, `crowd${at}`));
  });

  it('are for administrators to see, make and end, and for no moderator', async () => {
    for (const [who, status] of [
      [null, 401],
      [ana, 403],
      [ref, 403],
    ] as const) {
      expect((await call('GET', CODES, who)).status).toBe(status);
      expect((await call('POST', CODES, who, { product: PLUS_PRODUCT })).status).toBe(status);
      expect((await call('DELETE', `${CODES}/AAAA`, who)).status).toBe(status);
    }
    const made = await make({
      product: PLUS_PRODUCT,
      months: 3,
      count: 60,
      days: 2,
      note: 'Class',
    });
    expect(new Set(made.map(({ code }) => code)).size).toBe(60);
    expect(made[0]).toMatchObject({
      months: 3,
      maxUses: 1,
      used: 0,
      note: 'Class',
      createdBy: 'Boss',
    });
    expect(made[0]!.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(made[0]!.expires! - made[0]!.created).toBe(2 * DAY_MS);
    const listed = (await call('GET', CODES, boss)).body.data.codes;
    expect(listed).toContainEqual(made[59]);
    const odd = [
      [{ product: 'nothing' }, 'product'],
      [{ product: LOCKED_PACK.product, months: 2 }, 'months'],
      [{ product: PLUS_PRODUCT, months: 37 }, 'months'],
      [{ product: PLUS_PRODUCT, count: 501 }, 'count'],
    ] as const;
    for (const [body, field] of odd) {
      const { status, body: answer } = await call('POST', CODES, boss, body);
      expect([status, Object.keys(answer.validationErrors)]).toEqual([400, [field]]);
    }
  });

  it('give months of plus that begin where the others end, in any spelling', async () => {
    const before = Date.now();
    const typed = ` ${(await plus(1)).toLowerCase().replaceAll('-', ' – ')} `;
    const first = (await redeem(ana, typed)).body.data;
    expect(first).toMatchObject({ product: PLUS_PRODUCT, name: 'Plus' });
    expect(first.until).toBeGreaterThanOrEqual(addMonths(before, 1));
    const second = (await redeem(ana, await plus(2))).body.data;
    expect(second.until).toBe(addMonths(first.until, 2));
    const rows = await grants('ana');
    expect(rows.map(({ source }) => source)).toEqual(['code', 'code']);
    // Plus for good ends nothing more, and costs no further code.
    expect((await redeem(ana, await plus(null))).body.data.until).toBe(null);
    const spare = await plus(1);
    const refused = await redeem(ana, spare);
    expect([refused.status, refused.body.message]).toEqual([409, 'You have Plus already']);
    expect((await stored(spare)).used).toBe(0);
  });

  it('of months wait while a subscription goes on by itself, and are not used up', async () => {
    const cara = await makeAccount(server.database, 'cara');
    await planCallsOf(server).buy(cara);
    const code = await plus(3);
    const refused = await redeem(cara, code);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('begin where it ends');
    expect(await stored(code)).toMatchObject({ used: 0 });
    expect((await redeem(cara, await plus(null))).status).toBe(200);
  });

  it('unlock a collection for good, once', async () => {
    const code = await one({ product: LOCKED_PACK.product, maxUses: 3 });
    const { body } = await redeem(ref, code);
    expect(body.data).toEqual({ product: LOCKED_PACK.product, name: 'Glow', until: null });
    const again = await redeem(ref, code);
    expect([again.status, again.body.message]).toEqual([409, 'You have used this code already']);
    const other = await one({ product: LOCKED_PACK.product });
    expect((await redeem(ref, other)).status).toBe(409);
    expect([(await stored(code)).used, (await stored(other)).used]).toEqual([1, 0]);
  });

  it('say the same whether they never were, are over, ended or used up', async () => {
    const [late, ended, single] = [await plus(1, { days: 1 }), await plus(1), await plus(1)];
    await server.database.queries
      .updateTable('codes')
      .set({ expires: Date.now() - 1 })
      .where('code', '=', late.replaceAll('-', ''))
      .execute();
    expect((await call('DELETE', `${CODES}/${ended}`, boss)).status).toBe(200);
    expect((await call('DELETE', `${CODES}/AAAA-AAAA-AAAA`, boss)).status).toBe(404);
    expect((await redeem(boss, single)).status).toBe(200);
    const answers = [];
    for (const code of ['AAAA-AAAA-AAAA', '-', late, ended, single]) {
      const { status, body } = await redeem(ref, code);
      answers.push([status, body.message]);
    }
    expect(new Set(answers.map(String))).toEqual(new Set([`404,${NONE}`]));
    expect((await redeem(null, single)).status).toBe(401);
    expect((await grants('Ref')).filter(({ product }) => product === PLUS_PRODUCT)).toEqual([]);
  });

  it('of fifty people at once for a code for five, five get it', async () => {
    const code = await plus(1, { maxUses: 5 });
    const answers = await Promise.all(fifty.map((who) => redeem(who, code)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(45).fill(404)]);
    const rows = await rowsOf(server.database, 'redemptions', 'code', code.replaceAll('-', ''));
    expect(new Set(rows.map(({ userId }) => userId)).size).toBe(5);
    const given = await rowsOf(server.database, 'grants', 'ref', code.replaceAll('-', ''));
    expect(given.map(({ userId }) => userId).sort()).toEqual(
      rows.map(({ userId }) => userId).sort(),
    );
    expect((await stored(code)).used).toBe(5);
  });

  it('given to one account twice at once count once', async () => {
    const [eve] = fifty;
    const code = await plus(1, { maxUses: 5 });
    const answers = await Promise.all([redeem(eve!, code), redeem(eve!, code), redeem(eve!, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await stored(code)).used).toBe(1);
  });

  it('are tried so often by an account and no more', async () => {
    const [, guesser] = fifty;
    let last = 0;
    for (let tries = 0; tries < 31; tries++) last = (await redeem(guesser!, 'AAAA')).status;
    expect(last).toBe(429);
  });

  it('stand in no line of the log, whatever came of them', async () => {
    const lines: string[] = [];
    const app = await createApp({
      settings: readSettings({ RONDO_DATA: server.folder, RONDO_ADMINS: 'Boss' }),
      ...{ database: server.database, blobs: server.blobs },
      logger: { level: 'trace', stream: { write: (line: string) => lines.push(line) } },
    });
    const code = await plus(1);
    const [, , who] = fifty;
    for (const _round of [200, 409]) {
      await app.inject({
        method: 'POST',
        url: `/api${CODES}/redeem/${code}`,
        headers: who!.headers,
      });
    }
    await app.inject({ method: 'DELETE', url: `/api${CODES}/${code}`, headers: boss.headers });
    await app.close();
    expect((await stored(code)).used).toBe(1);
    const text = lines.join('');
    expect(text).toContain(`${CODES}/redeem/:code`);
    expect(text.replaceAll('-', '')).not.toContain(code.replaceAll('-', ''));
  });

  it('are made, listed and ended from the command line', async () => {
    const run = (...args: string[]) => runCodes(server.database, args, Date.now());
    const made = await run(
      'make',
      '--product',
      'plus',
      '--months',
      '3',
      '--count',
      '2',
      '--note',
      'Fair',
    );
    expect(made).toHaveLength(2);
    const listed = await run('list');
    const line = listed.find((text) => text.startsWith(made[0]!));
    expect(line).toBe(`${made[0]}  plus  3 months  0 of 1 used  no end  by command line  Fair`);
    expect((await redeem(boss, made[0]!)).status).toBe(200);
    expect(await run('end', made[1]!)).toHaveLength(1);
    expect((await redeem(ref, made[1]!)).status).toBe(404);
    expect((await run('list')).find((text) => text.startsWith(made[1]!))).toContain('ended');
    for (const args of [['make'], ['make', '--prodct', 'plus'], ['end'], ['list', 'x'], []]) {
      await expect(run(...args)).rejects.toThrow(/^Say what to do with redemption codes/);
    }
    await expect(run('make', '--product', 'plus', '--months', 'x')).rejects.toThrow(/^months: /);
    await expect(run('make', '--product', 'minus')).rejects.toThrow(
      /^product: must be one of plus/,
    );
    await expect(run('end', 'AAAA')).rejects.toThrow('There is no such code');
  });
});
