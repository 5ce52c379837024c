import { expect, it } from 'vitest';
import { OWN_JAM } from '../../../data/outbox/rules.ts';
import { commitOf, continueFrom, createDraft } from '../../../data/rules/draft/draft.ts';
import type { CommitEntry } from '../../../data/stores/commitState.ts';
import { numberTitle } from '../../parts/controls/format.ts';
import { historyEntries, originText } from './historyEntry.ts';

const first = { ...commitOf(createDraft('ada')), jamId: 'ada', created: 1000 };
const second = {
  ...commitOf(continueFrom(first, { jamId: 'ada', rifffId: first._id })),
  created: 2000,
};
const remix = {
  ...commitOf(createDraft('ada')),
  created: 3000,
  originalId: 'x',
  parent: { jamId: 'oduya', rifffId: 'x' },
};
const waiting: CommitEntry = {
  id: 'w',
  title: '',
  account: null,
  target: null,
  state: 'waiting',
  reason: '',
  queued: 5,
  rifff: { ...continueFrom(second, { jamId: OWN_JAM, rifffId: second._id }), _id: 'w' },
};

const nameOf = (userId: string) => (userId === 'oduya' ? 'Oduya' : userId);

it('numbers rifffs from the first of the jam, whatever part of it is loaded', () => {
  const entries = historyEntries([first, second], 1215, [], 'ada');
  expect(entries.map(({ title }) => title)).toEqual(['Nº 1\u2009214', 'Nº 1\u2009215']);
  expect(numberTitle(7)).toBe('Nº 7');
});

it('says what came from what, and whose rifff was remixed', () => {
  const entries = historyEntries([first, second, remix], 3, [], 'ada');
  expect(entries.map((entry) => originText(entry, entries, nameOf))).toEqual([
    '',
    'from Nº 1',
    'a remix of Oduya',
  ]);
  const [, rest] = [entries[0], entries.slice(1)];
  expect(originText(rest[0]!, rest, nameOf)).toBe('from an older one');
});

it('puts what waits after all that has arrived, and on its parent', () => {
  const entries = historyEntries([first, second], 2, [waiting], 'ada');
  const last = entries.at(-1);
  expect(last).toMatchObject({ parentId: second._id, title: 'Unsent', unsent: waiting });
  expect(last!.created).toBeGreaterThan(second.created);
});

it('shows a commit once when it has arrived and the outbox does not know yet', () => {
  const sent = { ...waiting, id: second._id };
  expect(historyEntries([first, second], 2, [sent], 'ada')).toHaveLength(2);
});

it('calls an answer in its own jam no remix of somebody, and one of another jam by its maker', () => {
  const answer = { ...second, _id: 'b', userName: 'ben', originalId: first._id };
  const [, here, elsewhere] = historyEntries([first, answer, remix], 3, [], 'ada');
  expect(here).toMatchObject({ parentId: first._id, remixOf: null });
  expect(originText(here!, historyEntries([first, answer], 2, [], 'ada'), nameOf)).toBe(
    'from Nº 1',
  );
  expect(elsewhere?.remixOf).toBe('oduya');
});
