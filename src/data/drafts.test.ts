import { expect, it } from 'vitest';
import { answers } from '../../tests/support/answers.ts';
import { loopOf } from '../../tests/support/loopOf.ts';
import { withWholeLoops } from './drafts.ts';
import { createDraft } from './rules/draft/draft.ts';

const loop = loopOf;
const mix = { ...createDraft('ada'), _id: 'r', jamId: 'ada' };

const { answer, seen } = answers();

it('fetches the tables that a list left out, and keeps the mix', async () => {
  const brief = { ...mix, root: 5, loops: [loop('a', { peaks: 'AA==' }), loop('b', {})] };
  const tables = { peaks: 'AAAA', bands: 'BBBB' };
  const whole = { ...mix, root: 0, loops: [loop('b', {}), loop('a', tables)] };
  answer({ body: { ok: true, data: { rifff: whole } } });
  expect(await withWholeLoops(brief)).toEqual({
    ...brief,
    loops: [loop('a', tables), loop('b', {})],
  });
  expect(seen).toEqual(['GET /api/jam/ada/rifffs/r']);
});

it('asks nothing where nothing is left out', async () => {
  seen.length = 0;
  const whole = { ...mix, loops: [loop('a', { peaks: 'AA==', bands: 'AA==' }), loop('b', {})] };
  expect(await withWholeLoops(whole)).toBe(whole);
  expect(seen).toEqual([]);
});

it('goes on with what it has when the server does not answer', async () => {
  answer({ status: 503, body: {} });
  const brief = { ...mix, loops: [loop('a', { peaks: 'AA==' })] };
  expect(await withWholeLoops(brief)).toBe(brief);
});
