import fastify from 'fastify';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { readSettings } from '../settings.ts';
import { collectDocs, installDocs } from './docs.ts';

const CALLS = 30;

it('describes calls in a turn of the event loop each, once for everybody who asks', async () => {
  const app = fastify();
  const describeCalls = await collectDocs(app, readSettings({}));
  let made = 0;
  installDocs(
    app,
    async () => {
      made += 1;
      return describeCalls();
    },
    '',
  );
  for (let at = 0; at < CALLS; at++) {
    const schema = { querystring: z.object({ [`word${at}`]: z.string() }), summary: `Call ${at}` };
    app.get(`/call${at}`, { schema, validatorCompiler: () => () => true }, async () => '');
  }
  await app.ready();
  const asked = Promise.all([1, 2, 3].map(() => app.inject('/api/docs/json')));
  let turns = 0;
  while (
    (await Promise.race([asked, new Promise<void>((next) => setImmediate(next))])) === undefined
  ) {
    turns += 1;
  }
  expect(turns).toBeGreaterThan(CALLS);
  expect(made).toBe(1);
  for (const answer of await asked) {
    const { paths } = answer.json();
    expect(Object.keys(paths)).toHaveLength(CALLS);
    expect(paths['/call7'].get.parameters[0]).toMatchObject({ name: 'word7', in: 'query' });
  }
  await app.close();
});
