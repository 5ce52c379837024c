import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ErrorAnswerSchema } from '../../../src/data/contract/endpoints.ts';
import { FeedSchema } from '../../../src/data/contract/sharing.ts';
import { useAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { useTestServer } from '../../testing/testApp.ts';

describeDatabases('the feed', (open) => {
  const server = useTestServer({ openDatabase: open, environment: { RATE_LIMIT: '1000000' } });
  const bo = useAccount(server, 'bo_');

  it('answers any query at all with a page or a 400 that says why', async () => {
    const names = ['sort', 'skip', 'limit', 'liked', 'sharedAfter', 'sharedBefore', 'source'];
    const value = fc.oneof(
      fc.constantFrom('0', '1', '-1', 'latest', 'likes', 'true', '', "' or 1=1 --"),
      fc.integer().map(String),
      fc.string({ unit: 'binary' }),
    );
    const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string()), value), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(pairs, fc.boolean(), async (query, isSignedIn) => {
        const text = new URLSearchParams(query).toString();
        const answer = await server.app.inject({
          url: `/api/rifff-feed/query?${text}`,
          headers: isSignedIn ? { ...bo.headers } : {},
        });
        expect([200, 400, 401], text).toContain(answer.statusCode);
        if (answer.statusCode === 200) FeedSchema.strict().parse(answer.json().data);
        else ErrorAnswerSchema.parse(answer.json());
      }),
      { numRuns: 150 },
    );
  });
});
