import { beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, type Endpoint, endpointUrl } from '../../src/data/contract/endpoints.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { hashPassword } from '../modules/auth/passwords.ts';
import { useAccount } from '../testing/accounts.ts';
import { TEST_PASSWORD } from '../testing/calls.ts';
import { useTestServer } from '../testing/testApp.ts';

const calls = Object.entries<Endpoint>(ENDPOINTS).filter(([, { body }]) => body !== undefined);

describe('a call without a body', () => {
  const server = useTestServer({ environment: { TRUST_PROXY: '1', RONDO_MODERATORS: 'mona' } });
  const mona = useAccount(server, 'mona');
  let callers = 0;
  // Without one its session alone may delete it.
  beforeAll(async () => {
    const passwordHash = await hashPassword(TEST_PASSWORD);
    await server.database.queries
      .updateTable('accounts')
      .set({ passwordHash })
      .where('id', '=', mona.userId)
      .execute();
  });

  /** Status and reason of one request, as another caller each time, so that no limit counts them together. */
  async function answerTo(endpoint: Endpoint, payload: string | undefined, type?: string) {
    callers += 1;
    const { statusCode, body } = await server.app.inject({
      method: endpoint.method,
      url: endpointUrl(endpoint).replace(/:code/, 'ABCD-EFGH-2345').replace(/:\w+/g, newId()),
      headers: {
        ...mona.headers,
        'x-forwarded-for': `198.51.${callers >> 8}.${callers & 255}`,
        ...(type && { 'content-type': type }),
      },
      ...(payload !== undefined && { payload }),
    });
    const { message, validationErrors } = JSON.parse(body);
    return { statusCode, message, validationErrors };
  }

  it.each(calls)('says of %s what an empty one says', async (_name, endpoint) => {
    const empty = await answerTo(endpoint, '{}', 'application/json');
    const absent = [
      await answerTo(endpoint, undefined),
      await answerTo(endpoint, '', 'application/json'),
      await answerTo(endpoint, '', 'application/x-www-form-urlencoded'),
    ];
    for (const answer of absent) expect(answer).toEqual(empty);
    const fields = Object.keys(empty.validationErrors ?? {});
    expect(fields).not.toContain('body');
  });

  it.each(['joinJam', 'joinByCode', 'billingPortal'] as const)(
    'is enough for %s, which has no field that must be given',
    async (name) => {
      expect((await answerTo(ENDPOINTS[name], undefined)).statusCode).not.toBe(400);
    },
  );

  it('is not what null is', async () => {
    const answer = await answerTo(ENDPOINTS.joinJam, 'null', 'application/json');
    expect(answer).toMatchObject({ statusCode: 400, message: 'body: must be an object' });
  });
});
