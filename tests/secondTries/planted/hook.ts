import { appendFileSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';

const log = process.env.PLANTED_LOG ?? '';

beforeAll(() => {
  appendFileSync(log, 'hook\n');
  expect(readFileSync(log, 'utf8').match(/^hook$/gm)).toHaveLength(2);
});
it('waits for its hook', () => undefined);
