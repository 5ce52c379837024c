/**
 * The cache of server data. It is of one account at a time, so keys do not name the account: another one begins with an
 * empty cache, and nothing that was asked or done for the one before is written into it.
 */
import {
  MutationCache,
  type MutationFunctionContext,
  notifyManager,
  type Query,
  QueryClient,
  type QueryClientConfig,
} from '@tanstack/react-query';

/** As `meta` of a query: its answer is the same for everyone, and stays. */
export const FOR_ALL = { isForAll: true } as const;

/** How often each cache has passed to another account. */
const turns = new WeakMap<QueryClient, number>();
const turnOf = (queries: QueryClient): number => turns.get(queries) ?? 0;

/**
 * For what is written into the cache after an answer, outside a query or mutation.
 * @returns what says whether the cache is still of the account that it was of at this call
 */
export function watchAccount(queries: QueryClient): () => boolean {
  const turn = turnOf(queries);
  return () => turnOf(queries) === turn;
}

/** Whether the account of a mutation that is under way is still there. */
const begun = new WeakMap<MutationFunctionContext, () => boolean>();

const isOfOne = ({ meta }: Query): boolean => meta?.isForAll !== true;

type Defaulted = QueryClient['defaultMutationOptions'];

/** What hears of a mutation; it is told nothing once the account that began it is gone. */
function whileThere<Told extends unknown[], Made>(
  hears: ((...told: Told) => Made) | undefined,
): ((...told: Told) => Made | undefined) | undefined {
  return (
    hears &&
    ((...told) => {
      const isThere = begun.get(told.at(-1) as MutationFunctionContext);
      return isThere?.() === false ? undefined : hears(...told);
    })
  );
}

/** A cache that can pass from one account to another. */
export class AccountCache extends QueryClient {
  constructor(config: Pick<QueryClientConfig, 'defaultOptions'> = {}) {
    const mutationCache = new MutationCache({
      onMutate(_variables, _mutation, context) {
        begun.set(context, watchAccount(context.client));
      },
    });
    super({ ...config, mutationCache });
  }

  /** Every mutation is made with these. */
  override defaultMutationOptions: Defaulted = (options) => {
    if (options?._defaulted) return options;
    const all = super.defaultMutationOptions(options);
    return {
      ...all,
      onSuccess: whileThere(all.onSuccess),
      onError: whileThere(all.onError),
      onSettled: whileThere(all.onSettled),
    };
  };

  /**
   * Gives the cache to another account: it is emptied, answers under way are let go, and what is shown is asked for
   * anew.
   */
  passOn(): void {
    turns.set(this, turnOf(this) + 1);
    this.#empty(() => true);
    this.removeQueries({
      predicate: (query) => isOfOne(query) && query.getObserversCount() === 0,
    });
    // By then the pages know who is there, and ask no more for what only members may read.
    setTimeout(() => {
      // An answer that came in the very turn of the change is stored after it.
      this.#empty(({ state }) => state.data !== undefined);
      void this.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'pending',
      });
    });
  }

  #empty(isMeant: (query: Query) => boolean): void {
    const meant = this.getQueryCache().findAll({
      predicate: (query) => isOfOne(query) && isMeant(query),
    });
    notifyManager.batch(() => {
      for (const query of meant) query.reset();
    });
  }
}
