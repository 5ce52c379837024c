import type * as z from 'zod';
import { CATEGORIES, LIBRARY_CATEGORIES } from '../../../src/data/contract/categories.ts';
import { DEFAULT_BPS } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  LibraryCategoryCountSchema,
  LibraryCreatorSchema,
  LibraryLoopsQuery,
  LibraryRandomQuerySchema,
  Pack,
  StarterRifff,
} from '../../../src/data/contract/library.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import { nearestFirst, timbreBytes } from '../../../src/data/rules/search/timbre.ts';
import type { Server } from '../../kernel/module.ts';
import { findProducts } from '../grants/grants.ts';
import { presentLoop, presentPack, presentRifff, slotLoopIds } from './present.ts';
import * as repo from './repo.ts';
import { findStockLoop } from './stock.ts';

/** Loops that one is compared with at most: the newest. Each takes some microseconds. */
const MOST_COMPARED = 10_000;
/** Share of the random loops that the server made itself. */
const MADE_SHARE = 0.5;

/** Account of the reader; undefined for a visitor. */
type Reader = string | undefined;

/** The library is open to everyone; only loops of partners' collections are for those who hold them. */
export type LibraryService = ReturnType<typeof libraryService>;

/** What the library calls answer, read from the database on every call. */
export function libraryService({ database, publicUrl }: Pick<Server, 'database' | 'publicUrl'>) {
  const { queries } = database;

  const heldBy = (userId: Reader) => findProducts(queries, userId, Date.now());

  /** Every pack with the number of its loops, and whether the reader holds it where it is a partner's. */
  async function packs(reader: Reader): Promise<{ packs: Pack[] }> {
    const [rows, counts, held] = await Promise.all([
      repo.findPacks(queries),
      repo.countLoopsBy(queries, 'packId', 'all'),
      heldBy(reader),
    ]);
    const found = rows.map((row) => presentPack(row, counts.get(row.id) ?? 0, held));
    return { packs: found };
  }

  /** Loops by how much they sound like one of the library, which is not among them. */
  async function loopsLike(
    like: string,
    filter: repo.LoopFilter,
    { limit, skip }: Pick<LibraryLoopsQuery, 'limit' | 'skip'>,
  ): Promise<{ loops: Loop[]; total: number }> {
    const { products } = filter;
    const [[asked], others] = await Promise.all([
      repo.findTimbres(queries, { id: like, products }, 1),
      repo.findTimbres(queries, filter, MOST_COMPARED),
    ]);
    if (!asked) throw new ApiError('not_found', 'The library has no such loop');
    const timbre = timbreBytes(asked.timbre);
    if (!timbre) throw new ApiError('not_found', 'How this loop sounds was not measured');
    const ids = nearestFirst(
      timbre,
      others.filter(({ id }) => id !== like),
    );
    const page = ids.slice(skip, skip + limit);
    const stored = await repo.findLoopsById(queries, page);
    const loops = page.flatMap((id) => stored.get(id) ?? []);
    return { loops: loops.map((loop) => presentLoop(loop, publicUrl)), total: ids.length };
  }

  return {
    packs,

    /**
     * One page of loops that the reader may use, and how many match in all. Throws `not_found` for a loop to compare
     * with that the library does not have for them, or that was not measured.
     */
    async loops(
      query: LibraryLoopsQuery,
      reader: Reader,
    ): Promise<{ loops: Loop[]; total: number }> {
      const { limit, skip, order, creatorId, category, pack, search, like } = query;
      const products = await heldBy(reader);
      const filter = { creatorId, categories: category, packId: pack, search, products };
      if (like !== undefined) return await loopsLike(like, filter, { limit, skip });
      const [stored, total] = await Promise.all([
        repo.findLoops(queries, filter, { limit, skip, order }),
        repo.countLoops(queries, filter),
      ]);
      return { loops: stored.map((loop) => presentLoop(loop, publicUrl)), total };
    },

    /**
     * One loop by chance: of the library, and in every other call one that the server made, where there is one and no
     * pack is asked for. Throws `not_found` when nothing matches.
     */
    async randomLoop(
      query: z.output<typeof LibraryRandomQuerySchema>,
      reader: Reader,
    ): Promise<{ loop: Loop }> {
      const { category, pack } = query;
      const products = await heldBy(reader);
      const filter = { categories: category && [category], packId: pack, products };
      const fromStock = () =>
        pack === undefined ? findStockLoop(queries, { category, nowMs: Date.now() }) : undefined;
      const fromLibrary = () => repo.findRandomLoop(queries, filter);
      const isMade = Math.random() < MADE_SHARE;
      const stored = isMade
        ? ((await fromStock()) ?? (await fromLibrary()))
        : ((await fromLibrary()) ?? (await fromStock()));
      if (!stored) throw new ApiError('not_found', 'The library has no such loop');
      return { loop: { ...presentLoop(stored, publicUrl), isRandom: true } };
    },

    /** The packs that the caller may use, and one of their own loops where there are any. */
    async myPacks(userId: string): Promise<{ packs: Pack[] }> {
      const all = await packs(userId);
      const house = { packs: all.packs.filter(({ collection }) => collection?.isOwned !== false) };
      const loopCount = await repo.countOwnLoops(queries, userId);
      if (loopCount === 0) return house;
      const own = { id: userId, name: 'Your loops', description: '', bps: DEFAULT_BPS };
      return { packs: [...house.packs, { ...own, root: 0, scale: 0, loopCount }] };
    },

    /** The eight categories in the order of the filter row, empty ones too. */
    async categories(
      reader: Reader,
    ): Promise<{ categories: z.output<typeof LibraryCategoryCountSchema>[] }> {
      const counts = await repo.countLoopsBy(queries, 'category', await heldBy(reader));
      const categories = LIBRARY_CATEGORIES.map((slug) => ({
        slug,
        title: CATEGORIES[slug].title,
        loopCount: counts.get(slug) ?? 0,
      }));
      return { categories };
    },

    /** Everyone with a loop in the library, those with most first. */
    async creators(reader: Reader): Promise<{ creators: z.output<typeof LibraryCreatorSchema>[] }> {
      const counts = await repo.countLoopsBy(queries, 'creatorId', await heldBy(reader));
      const creators = [...counts].map(([creatorId, loopCount]) => ({ creatorId, loopCount }));
      const byCount = (a: (typeof creators)[number], b: (typeof creators)[number]) =>
        b.loopCount - a.loopCount || (a.creatorId < b.creatorId ? -1 : 1);
      return { creators: creators.sort(byCount) };
    },

    /** The rifffs that come with the house, with their full loops: all of them, or the first ones. */
    async starterRifffs(limit?: number): Promise<{ rifffs: StarterRifff[] }> {
      const stored = await repo.findStarterRifffs(queries, limit);
      const ids = new Set(stored.flatMap(({ doc }) => slotLoopIds(doc)));
      const loops = await repo.findLoopsById(queries, [...ids]);
      const rifffs = stored.map(({ id, title, doc }) => ({
        id,
        title,
        rifff: presentRifff(doc, loops, publicUrl),
      }));
      return { rifffs };
    },
  };
}
