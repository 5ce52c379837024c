import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { ChartSchema } from '../../../src/data/contract/chart.ts';
import { ErrorAnswerSchema } from '../../../src/data/contract/endpoints.ts';
import { FeedSchema, SharedRifffSchema } from '../../../src/data/contract/sharing.ts';
import { useAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { useTestServer } from '../../testing/testApp.ts';

describeDatabases('the feed', (open) => {
  const server = useTestServer({ openDatabase: open, environment: { RATE_LIMIT: '1000000' } });
  const bo = useAccount(server, 'bo_');

  it.each([
    ['/rifff-feed/query', FeedSchema.strict()],
    ['/rifff-feed/chart', ChartSchema.strict()],
    ['/v3/feed/rifff-of-the-week', z.array(SharedRifffSchema)],
  ])('answers any query at all to %s with a page or a 400 that says why', async (path, schema) => {
    const names = ['sort', 'skip', 'limit', 'liked', 'sharedAfter', 'sharedBefore', 'source'];
    names.push('following', 'previousWeeks', 'size', 'from');
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
          url: `/api${path}?${text}`,
          headers: isSignedIn ? { ...bo.headers } : {},
        });
        expect([200, 400, 401], text).toContain(answer.statusCode);
        if (answer.statusCode === 200) schema.parse(answer.json().data);
        else ErrorAnswerSchema.parse(answer.json());
      }),
      { numRuns: 80 },
    );
  });
});
