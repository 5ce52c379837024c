import { expect, it } from 'vitest';
import { loopOf } from '../../tests/support/loopOf.ts';
import {
  baseOf,
  type DraftSteps,
  storedBase,
  withLoop,
  withoutCommit,
  withParentIn,
} from './draftSteps.ts';
import { addLoop, continueFrom, createDraft } from './rules/draft/draft.ts';
import { change, createHistory, undo } from './rules/draft/history.ts';

const first = addLoop(createDraft('ada'), loopOf('a'));
const base = { jamId: 'band1', rifffId: 'q', state: first.state };
const steps: DraftSteps = {
  history: change(createHistory(first), continueFrom(first, base), null, 1),
  bases: [{ ...base, changes: 1 }],
};

it('knows the commit that a draft goes on from, and none before it', () => {
  expect(baseOf(steps)?.changes).toBe(1);
  expect(storedBase(steps)).toEqual(base);
  expect(storedBase({ ...steps, history: undo(steps.history) })).toBeNull();
});

it('moves the parent, and replaces a loop, in every state', () => {
  const back = { ...steps, history: undo(steps.history) };
  const moved = withParentIn(back, 'q', 'ada');
  expect(moved.history.future[0]?.parent).toEqual({ jamId: 'ada', rifffId: 'q' });
  expect(moved.history.present).toBe(back.history.present);
  expect(moved.bases[0]?.jamId).toBe('ada');
  const { history } = withLoop(back, { ...loopOf('a'), name: 'Kept' });
  const names = [history.present, ...history.future].map(({ loops }) => loops[0]?.name);
  expect(names).toEqual(['Kept', 'Kept']);
});

it('forgets a commit only behind it', () => {
  expect(withoutCommit(steps, 'q')).toBe(steps);
  const back = { ...steps, history: undo(steps.history) };
  expect(withoutCommit(back, 'other')).toBe(back);
  expect(withoutCommit(back, 'q')).toMatchObject({ bases: [], history: { future: [] } });
});
