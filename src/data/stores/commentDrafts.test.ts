import { expect, test } from 'vitest';
import {
  beginSending,
  commentDrafts,
  draftKey,
  keepTyped,
  letGoUnsent,
  markUnsent,
  readDrafts,
} from './commentDrafts.ts';

const place = { shareId: 'share1', reader: 'mira' };
const draft = () => commentDrafts.byPlace[draftKey(place)];

test('what is sent leaves the field, and is there until the server has it', () => {
  keepTyped(place, ' Lovely ');
  beginSending(place, { id: 'c1', message: 'Lovely' });
  expect(draft()).toEqual({ typed: '', unsent: [{ id: 'c1', message: 'Lovely', trouble: null }] });
  keepTyped(place, 'And the next');
  markUnsent(place, 'c1', 'Not now');
  expect(draft()?.unsent).toEqual([{ id: 'c1', message: 'Lovely', trouble: 'Not now' }]);
  beginSending(place, { id: 'c1', message: 'Lovely' });
  expect(draft()).toMatchObject({ typed: 'And the next', unsent: [{ id: 'c1', trouble: null }] });
  letGoUnsent(place, 'c1');
  keepTyped(place, '');
  expect(draft()).toBeUndefined();
});

test('what was on its way when the page was left is unsent, and whatever is no draft is let go', () => {
  const unsent = [{ id: 'c1', message: 'Lovely', trouble: null }];
  const kept = readDrafts(JSON.stringify({ 'mira share1': { typed: 'Hm', unsent } }));
  expect(kept['mira share1']?.typed).toBe('Hm');
  expect(kept['mira share1']?.unsent[0]?.trouble).toMatch(/was left/);
  for (const odd of [null, '', '[', '5', 'null', '{"__proto__":{"typed":"x","unsent":[]}}']) {
    expect(readDrafts(odd), String(odd)).toEqual({});
  }
  expect(readDrafts('{"a b":null,"c d":{"typed":"","unsent":[{"id":1}]}}')).toEqual({});
});
