/** The piece of a rifff of the week: a look of its own, its makers named, and the place in the family now. */
import '../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import { shareOf } from '../../../tests/support/shareOf.ts';
import type { Profile } from '../../data/contract/accounts.ts';
import { profilesQuery } from '../../data/queries/profiles.ts';
import { entryOfRifff, entryOfShare, type ListenEntry } from '../../data/rules/listening/entry.ts';
import type { FamilyRole } from '../../data/rules/listening/familyPiece.ts';
import { peopleOf } from '../../data/rules/sharing/credits.ts';
import { FamilyTree } from './FamilyTree.tsx';
import { PieceLines, pieceStage } from './Piece.tsx';

const rifff = rifffOf(2);
const part = (role: FamilyRole) => ({ role, winner: 'won' });
const member = (id: string, role: FamilyRole) =>
  entryOfRifff({ ...rifff, _id: id }, 'cellar', `Part ${id}`, 'Tom', part(role));
const winner = entryOfShare(
  shareOf('w', {
    ...{ title: 'Night bus', creators: ['mira', 'tom'], rifff: { ...rifff, _id: 'won' } },
    wonWeek: {
      ...{ start: Date.UTC(2026, 10, 16), end: Date.UTC(2026, 10, 23), by: 'rule' },
      ...{ startISO: '2026-11-16T00:00:00.000Z', endISO: '2026-11-23T00:00:00.000Z' },
      ...{ points: 9, people: 4, strangers: 3, reason: '' },
    },
  }),
  part('winner'),
);
const family = [member('ask', 'question'), member('say', 'answer'), winner, member('on', 'onward')];
const lookOf = (entry: ListenEntry) => {
  const stage = pieceStage(entry, family);
  return stage && [stage.look, ...stage.before.map(({ _id }) => _id)];
};

test('the winner is drawn in light with those that led to it around it, the others as they are, moving', () => {
  expect(family.map(lookOf)).toEqual([
    ['print'],
    ['print', 'ask'],
    ['light', 'say', 'ask'],
    ['print', 'won', 'say', 'ask'],
  ]);
  // The look that goes with the share is before that, on a wall.
  const { look, before } = pieceStage(winner, family, 'rose') ?? {};
  expect([look, before?.length]).toEqual(['rose', 2]);
  // What is played alone has no look of its own.
  expect(lookOf(entryOfShare(shareOf('alone')))).toBeUndefined();
});

test('its makers are named, and so is the step of the tree', async () => {
  const queries = new QueryClient();
  const tom = { user_id: 'tom', displayName: 'Tom' } as Profile;
  const others = peopleOf(winner.item.rifff, '', ['tom']).filter((id) => id !== 'mira');
  queries.setQueryData(profilesQuery(others).queryKey, new Map([['tom', tom]]));
  const show = (entry: ListenEntry) => (
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <main>
          <h1>{entry.ref.title}</h1>
          <PieceLines entry={entry} family={family} />
          <FamilyTree family={family} nowKey={entry.ref.key} onChoose={() => {}} />
        </main>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const page = await render(show(winner));
  await expect.element(page.getByText(/^The rifff of the week, .*, 3 of 4$/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Tom' })).toHaveAttribute('href', '/tom');
  await expect
    .element(page.getByRole('button', { name: 'The rifff of the week: Night bus by Mira' }))
    .toHaveAttribute('aria-current', 'true');
  expect(await violations()).toEqual([]);
  await page.rerender(show(family[0]!));
  await expect.element(page.getByText('The question, 1 of 4')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Tom' })).not.toBeInTheDocument();
});
