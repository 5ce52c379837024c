import { expect, it } from 'vitest';
import type { Queries } from '../ports/database/database.ts';
import type { NoticeRow } from '../ports/database/schemaJams.ts';
import { createEvents } from './events.ts';

const queries = {} as Queries;
const event = { commentId: 'one' };
const notice = { id: 'n' } as NoticeRow;

it('tells all who hear, one after the other, and gathers their notices', async () => {
  const heard: string[] = [];
  const events = createEvents();
  const hear = (name: string) =>
    events.hear({
      inTransaction: {
        weekWon: async () => {
          await Promise.resolve();
          heard.push(name);
          return name === 'second' ? notice : null;
        },
      },
    });
  hear('first');
  events.hear({});
  hear('second');
  const won = { share: {} as never, week: '2026-11-16', created: 1 };
  expect(await events.within(queries, 'weekWon', won)).toEqual([notice]);
  expect(heard).toEqual(['first', 'second']);
  expect(await events.within(queries, 'commentRemoved', event)).toEqual([]);
});

it('undoes what happens where one who hears fails, and tells the others nothing', async () => {
  const heard: string[] = [];
  const events = createEvents();
  const fail = async (): Promise<void> => {
    throw new Error('no');
  };
  events.hear({ inTransaction: { commentRemoved: fail } });
  events.hear({ inTransaction: { commentRemoved: async () => void heard.push('late') } });
  await expect(events.within(queries, 'commentRemoved', event)).rejects.toThrow('no');
  expect(heard).toEqual([]);
});

it('goes on after a commit though one who hears fails', () => {
  const heard: string[] = [];
  const logged: unknown[] = [];
  const events = createEvents({ error: (about: unknown) => void logged.push(about) });
  events.hear({
    afterCommit: {
      notice: () => {
        throw new Error('no');
      },
    },
  });
  events.hear({ afterCommit: { notice: ({ id }) => void heard.push(id) } });
  events.tellAll([notice, notice]);
  expect(heard).toEqual(['n', 'n']);
  expect(logged).toHaveLength(2);
});
