import type { Queries } from '../../ports/database/database.ts';
import type { ShareRow } from '../../ports/database/schema.ts';
import type { NoticeRow } from '../../ports/database/schemaJams.ts';

type Share = Pick<ShareRow, 'id' | 'userId' | 'jamId' | 'rifffId'>;
type Noted = Promise<NoticeRow | null>;

/**
 * Hears of what happens to shares inside the transaction that does it; a notice that it answers is told after the
 * commit. Blocks and settings of whoever is told are its own to look at.
 */
export interface FeedWitness {
  /** @param like `count`: likes of the share with this one */
  liked(
    queries: Queries,
    share: Share,
    like: { readonly userId: string; readonly created: number; readonly count: number },
  ): Noted;
  /** @param comment `text` as it was typed */
  commented(
    queries: Queries,
    share: Share,
    comment: {
      readonly id: string;
      readonly userId: string;
      readonly created: number;
      readonly text: string;
    },
  ): Noted;
  commentGone(queries: Queries, commentId: string): Promise<void>;
  /** @param winner `week`: the day on which the week began, such as 2026-11-16 */
  won(
    queries: Queries,
    share: Share,
    winner: { readonly week: string; readonly created: number },
  ): Noted;
  /** After the commit; never throws and never waits. */
  told(notice: NoticeRow): void;
}

/** Hears everything and tells nobody. */
export const NO_WITNESS: FeedWitness = {
  liked: async () => null,
  commented: async () => null,
  commentGone: async () => {},
  won: async () => null,
  told: () => {},
};
