import { SEARCH_KINDS, SEARCH_MOST } from '../../../src/data/contract/constants.ts';
import type { Jam } from '../../../src/data/contract/jams.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { FoundPerson, SearchKind, SearchQuery } from '../../../src/data/contract/search.ts';
import { ranked } from '../../../src/data/rules/search/ranking.ts';
import { typedWords } from '../../../src/data/rules/search/words.ts';
import type { Server } from '../../kernel/module.ts';
import type { Identity } from '../../plugins/identity.ts';
import { presentProfile } from '../accounts/present.ts';
import { findProfileFacts } from '../accounts/profileFacts.ts';
import { findAccounts } from '../accounts/repo.ts';
import { joinTexts, type Part } from '../feed/answer.ts';
import type { FeedService } from '../feed/service.ts';
import { canReadJam, withRoles } from '../jams/access.ts';
import { presentJams } from '../jams/presentJam.ts';
import { findJams } from '../jams/repo.ts';
import { presentLoop } from '../library/present.ts';
import { findLoopsById } from '../library/repo.ts';
import { findAlike } from './alike.ts';
import { type Asked, findCandidates } from './candidates.ts';
import { findOwnJams } from './ownJams.ts';

export interface SearchContext extends Pick<Server, 'database' | 'publicUrl'> {
  readonly feed: Pick<FeedService, 'listed'>;
}
type Reader = Identity | null;

/** What is asked of a query, and which kinds can have it. */
function askedOf(query: SearchQuery): { asked: Asked; kinds: readonly SearchKind[] } {
  const { q, tempoMin, tempoMax, root, scale, category, loopId, like } = query;
  const sound = [tempoMin, tempoMax, root, scale, category];
  const asked = { words: typedWords(q), tempoMin, tempoMax, root, scale, category, loopId };
  if (like !== undefined) return { asked, kinds: loopId === undefined ? ['loops'] : [] };
  if (loopId !== undefined) return { asked, kinds: ['rifffs'] };
  if (sound.some((one) => one !== undefined)) return { asked, kinds: ['rifffs', 'loops'] };
  return { asked, kinds: asked.words.length > 0 ? SEARCH_KINDS : [] };
}

/** Finding people, rifffs, jams and loops. Open to everyone: each reader finds what they may see. */
export function searchService({ database, publicUrl, feed }: SearchContext) {
  const { queries } = database;

  async function people(ids: readonly string[]): Promise<FoundPerson[]> {
    const found = await findAccounts(queries, ids);
    const facts = await findProfileFacts(queries, [...found.values()], undefined);
    const accounts = new Map([...found.values()].map((account) => [account.id, account]));
    return ids.flatMap((id) => {
      const account = accounts.get(id);
      if (!account) return [];
      const { user_id, displayName, avatarUrl, isDemo, sharedCount } = presentProfile(
        account,
        facts(id),
        publicUrl,
      );
      return [{ user_id, displayName, avatarUrl, isDemo, sharedCount }];
    });
  }

  async function jams(reader: Reader, ids: readonly string[]): Promise<Jam[]> {
    const found = await findJams(queries, ids);
    const rows = await withRoles(
      queries,
      reader,
      ids.flatMap((id) => found.get(id) ?? []),
    );
    return presentJams(queries, rows.filter(canReadJam), publicUrl);
  }

  async function loops(ids: readonly string[]): Promise<Loop[]> {
    const found = await findLoopsById(queries, ids);
    return ids.flatMap((id) => {
      const loop = found.get(id);
      return loop && !loop.isRemoved ? [presentLoop(loop, publicUrl)] : [];
    });
  }

  /** Results of a kind in the order of their ids, as parts of a JSON list. */
  async function present(kind: SearchKind, reader: Reader, ids: readonly string[]) {
    if (ids.length === 0) return ['[]'];
    if (kind === 'rifffs') return feed.listed(reader, ids);
    if (kind === 'people') return [JSON.stringify(await people(ids))];
    if (kind === 'jams') return [JSON.stringify(await jams(reader, ids))];
    return [JSON.stringify(await loops(ids))];
  }

  /**
   * Ids of everything of a kind that can be paged through, in its order.
   * @param like loop that loops are compared with
   */
  async function find(kind: SearchKind, reader: Reader, asked: Asked, like?: string) {
    const looking = { kind, readerId: reader?.userId, nowMs: Date.now() };
    if (like !== undefined) return findAlike(queries, like, asked, looking);
    const [{ found, isCut }, own] = await Promise.all([
      findCandidates(queries, asked, looking),
      kind === 'jams' && reader ? findOwnJams(queries, reader.userId, asked.words) : [],
    ]);
    const order = ranked(asked.words, [...found, ...own]);
    const ids = order.slice(0, SEARCH_MOST).map(({ id }) => id);
    return { ids, isMore: isCut || order.length > SEARCH_MOST };
  }

  return {
    /**
     * What the reader finds, as parts of the answer's `data`: a page of the kind that was asked for, or of each. Throws
     * `not_found` for a loop to compare with that the reader does not find, or that was not measured.
     */
    async search(reader: Reader, query: SearchQuery): Promise<Part[]> {
      const { kind, skip, limit, like } = query;
      const { asked, kinds } = askedOf(query);
      const wanted = kind === undefined ? SEARCH_KINDS : [kind];
      const parts = await Promise.all(
        wanted.map(async (one, at): Promise<Part[]> => {
          const { ids, isMore } = kinds.includes(one)
            ? await find(one, reader, asked, like)
            : { ids: [], isMore: false };
          const results = await present(one, reader, ids.slice(skip, skip + limit));
          const head = `${at === 0 ? '{' : ','}"${one}":{"results":`;
          return [head, ...results, `,"total":${ids.length},"isMore":${isMore}}`];
        }),
      );
      // Whether the reader finds it was asked with the loops alone.
      const isCompared = kinds.includes('loops') && wanted.includes('loops');
      const [compared] = await loops(like !== undefined && isCompared ? [like] : []);
      const end = compared ? `,"like":${JSON.stringify(compared)}}` : '}';
      return joinTexts([...parts.flat(), end]);
    },
  };
}
