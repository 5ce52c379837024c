import { expect, it } from 'vitest';
import { JamRifffsQuerySchema } from './jams.ts';
import { LibraryLoopsQuerySchema } from './library.ts';
import { SearchQuerySchema } from './search.ts';
import { FeedQuerySchema, SharedByQuerySchema } from './sharing.ts';

it.each([
  ['rifffs of a jam', JamRifffsQuerySchema, 'pageSize', 20, 100],
  ['loops of the library', LibraryLoopsQuerySchema, 'limit', 10, 100],
  ['the feed', FeedQuerySchema, 'limit', 20, 100],
  ['what was found', SearchQuerySchema, 'limit', 10, 50],
  ['shares of one account', SharedByQuerySchema, 'size', 50, 100],
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
