import '../system/base.css';
import { useSnapshot } from 'valtio';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import { shareOf } from '../../../tests/support/shareOf.ts';
import { entryOfShare, refOfShare } from '../../data/rules/listening/entry.ts';
import {
  addToQueue,
  fillQueue,
  listenQueue,
  queueFrom,
  queueIsOf,
} from '../../data/stores/listenQueue.ts';
import { QueueList } from './QueueList.tsx';

const rifff = rifffOf(2);
const source = ['a', 'b', 'c', 'd', 'e'].map((id) =>
  entryOfShare(shareOf(id, { rifff: { ...rifff, _id: `rifff-${id}` } })),
);
const chosen = vi.fn();

function Page() {
  const { row } = useSnapshot(listenQueue);
  return (
    <main>
      <h1>Listen</h1>
      <QueueList next={row.next} word="Next" onChoose={chosen} />
    </main>
  );
}

const titles = () =>
  [...document.querySelectorAll('li')].map(
    (row) => /Move Rifff (\w)/.exec(row.querySelector('[data-handle]')!.ariaLabel!)?.[1],
  );
const handle = (id: string) => page.getByRole('button', { name: new RegExp(`^Move Rifff ${id},`) });

beforeEach(() => {
  queueIsOf('somebody');
  queueIsOf('mira');
  queueFrom('');
  queueFrom('?from=latest');
  fillQueue(source);
  chosen.mockClear();
});

test('rows are moved by arrow keys, taken out by Delete, and the list says so', async () => {
  await render(<Page />);
  expect(titles()).toEqual(['b', 'c', 'd', 'e']);
  handle('d').element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(titles).toEqual(['b', 'd', 'c', 'e']);
  expect(document.activeElement).toBe(handle('d').element());
  await expect.element(page.getByText('Rifff d is number 2 of the queue')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.poll(titles).toEqual(['d', 'b', 'c', 'e']);
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => titles().includes('d')).toBe(false);
  await expect.poll(() => document.activeElement).toBe(handle('b').element());
});

test('a row is dragged past another, brought in by a tap, and says what it is', async () => {
  await render(<Page />);
  await userEvent.dragAndDrop(handle('b'), handle('d'), {
    force: true,
    steps: 8,
  });
  await expect.poll(titles).toEqual(['c', 'd', 'b', 'e']);
  await page.getByRole('button', { name: /^Rifff d / }).click();
  expect(chosen).toHaveBeenCalledWith('d');
  addToQueue(refOfShare(shareOf('x')));
  await expect.element(page.getByText('Queued, Mira').first()).toBeInTheDocument();
  await expect.element(page.getByText('Next, Mira')).toBeInTheDocument();
  expect(await violations()).toEqual([]);
});
