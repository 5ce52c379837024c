import { expect, it } from 'vitest';
import { ArcadeQuerySchema } from './arcade.ts';
import { JamRifffsQuerySchema } from './jams.ts';
import { LibraryLoopsQuerySchema } from './library.ts';
import { FeedQuerySchema, SharedByQuerySchema } from './sharing.ts';

it.each([
  ['rifffs of a jam', JamRifffsQuerySchema, 'pageSize', 20, 100],
  ['loops of the library', LibraryLoopsQuerySchema, 'limit', 10, 100],
  ['the feed', FeedQuerySchema, 'limit', 20, 100],
  ['shares of one account', SharedByQuerySchema, 'size', 50, 100],
  ['the arcade', ArcadeQuerySchema, 'size', 100, 100],
  ['days of the arcade', ArcadeQuerySchema, 'days', 365, 365],
] as const)(
  'a page of %s has its size of the specification, and a bound',
  (_, schema, name, size, most) => {
    const read = (query: object) => schema.safeParse(query) as { success: boolean; data?: object };
    expect(read({}).data).toMatchObject({ [name]: size });
    expect(read({ [name]: String(most) }).data).toMatchObject({ [name]: most });
    for (const refused of [String(most + 1), '0', '-1', 'all', '']) {
      expect(read({ [name]: refused }).success).toBe(false);
    }
  },
);
