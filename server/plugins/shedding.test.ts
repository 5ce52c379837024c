import { describe, expect, it } from 'vitest';
import { ErrorAnswerSchema } from '../../src/data/contract/endpoints.ts';
import { makeAccount, useAccount } from '../testing/accounts.ts';
import { describeDatabases } from '../testing/databases.ts';
import { postable } from '../testing/rifffs.ts';
import { startTestServer, useTestServer } from '../testing/testApp.ts';
import { AdmissionRate } from './shedding.ts';

const CROWD = 300;

describe('how much is begun at a time', () => {
  /** As many as may begin in a tick that nothing waits long in, or everything. */
  const tick = (rate: AdmissionRate, lagMs: number) => {
    let count = 0;
    while (rate.take(0)) count += 1;
    rate.tick(lagMs);
    return count;
  };

  it('shrinks to a few while things wait long, and grows while nothing does and all is used', () => {
    const rate = new AdmissionRate();
    const first = tick(rate, 2000);
    for (let at = 0; at < 100; at++) tick(rate, 2000);
    const least = tick(rate, 0);
    expect(least).toBeGreaterThan(0);
    expect(least).toBeLessThan(first / 10);
    for (let at = 0; at < 100; at++) tick(rate, 0);
    expect(tick(rate, 0)).toBeGreaterThan(first);
  });

  it('is not grown by a lone caller, and does not change in between', () => {
    const rate = new AdmissionRate();
    for (let at = 0; at < 500; at++) {
      expect(rate.take(0)).toBe(true);
      rate.tick(0);
    }
    const [before] = [tick(rate, 80)];
    expect(tick(rate, 80)).toBe(before);
    expect(before).toBe(tick(new AdmissionRate(), 0));
  });

  it('waits while more is in the making than a tick begins', () => {
    const rate = new AdmissionRate();
    const most = tick(rate, 0);
    expect(rate.take(most - 1)).toBe(true);
    expect(rate.take(2 * most)).toBe(false);
    rate.tick(0);
    expect(rate.take(0)).toBe(true);
  });
});

describeDatabases('a crowd that reads', (open) => {
  it('waits in part, while everything that is saved goes through', async () => {
    const database = await open();
    const server = await startTestServer({ openDatabase: async () => database });
    const mia = await makeAccount(database, 'mia');
    const urls = ['/api/rifff-feed/query', '/api/library/loops', '/api/jam/mia/rifffs'];
    const reading = Array.from({ length: CROWD }, (_, at) =>
      server.app.inject({ url: urls[at % urls.length]!, headers: mia.headers }),
    );
    const commits = Array.from({ length: 8 }, () =>
      server.app.inject({
        method: 'POST',
        url: '/api/jam/mia/rifffs',
        headers: mia.headers,
        payload: { rifff: postable() },
      }),
    );
    const others = ['/api/auth/session', '/api/accounts/settings', '/healthz'].map((url) =>
      server.app.inject({ url, headers: mia.headers }),
    );
    const read = await Promise.all(reading);
    const shed = read.filter(({ statusCode }) => statusCode === 503);
    expect(shed.length).toBeGreaterThan(0);
    expect(read.filter(({ statusCode }) => statusCode === 200)).toHaveLength(CROWD - shed.length);
    expect(shed.length).toBeLessThan(CROWD);
    for (const answer of shed) {
      expect(ErrorAnswerSchema.parse(answer.json()).error.code).toBe('unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
    for (const { statusCode } of await Promise.all([...commits, ...others])) {
      expect(statusCode).toBe(200);
    }
    // Nothing of it remains.
    for (let at = 0; at < 40; at++) {
      const { statusCode } = await server.app.inject({ url: urls[at % urls.length]! });
      expect([200, 404]).toContain(statusCode);
    }
    await server.close();
  });
});

describe('a reader who goes away or fails', () => {
  const server = useTestServer();
  useAccount(server, 'mia');

  it('leaves its place to the next', async () => {
    for (let at = 0; at < 3 * CROWD; at++) {
      const { statusCode } = await server.app.inject('/api/library/loops?limit=x');
      expect(statusCode).toBe(400);
    }
    expect((await server.app.inject('/api/library/loops')).statusCode).toBe(200);
  });
});
