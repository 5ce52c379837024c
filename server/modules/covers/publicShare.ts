import { ID_PATTERN } from '../../../src/data/contract/fields.ts';
import { type LookDocument, LookSchema } from '../../../src/data/contract/looks.ts';
import { type Rifff, RifffSchema } from '../../../src/data/contract/rifff.ts';
import { peopleOf } from '../../../src/data/rules/sharing/credits.ts';
import type { Queries } from '../../ports/database/database.ts';
import { type Embeds, embeddedRifff } from '../feed/embeds.ts';
import { findShareView } from '../feed/shareLists.ts';
import { findShareLooks } from '../feed/shareLooks.ts';
import { findNames } from '../jams/lineageRepo.ts';
import { keyText } from '../jams/repo.ts';

/** People that a picture or a preview names; more would be a list. */
const MOST_NAMES = 4;

/** A public share as strangers see it: covers, previews and embeds are made from this. */
export interface PublicShare {
  readonly id: string;
  /** Who shared it. */
  readonly userId: string;
  /** Its title, or what stands for one. */
  readonly title: string;
  /** Display names, who shared it first, four at most. */
  readonly makers: readonly string[];
  /** Names the state of the document, so that what was made from it can be kept. */
  readonly state: string;
  readonly rifff: Rifff;
  /** What it was shared with; left out where that is nothing, or this version cannot read it. */
  readonly look?: LookDocument;
}

export interface PublicSharesContext {
  readonly queries: Queries;
  readonly embeds: Embeds;
}

export type FindPublicShare = (id: string) => Promise<PublicShare | undefined>;

/** Finds shares that anyone may see; private, removed and unknown ones are all not there. */
export function publicShares({ queries, embeds }: PublicSharesContext): FindPublicShare {
  return async (id) => {
    if (!ID_PATTERN.test(id)) return undefined;
    const view = await findShareView(queries, id, undefined);
    if (!view || view.isPrivate || view.isRemoved) return undefined;
    const embed = (await embeds.find([view], 'whole')).get(id);
    if (!embed) return undefined;
    // Drawn and played, not only passed on: what importers left out gets its defaults here.
    const { data: rifff } = RifffSchema.safeParse(embeddedRifff(embed));
    if (!rifff) return undefined;
    const people = peopleOf(rifff, view.userId, embed.creators);
    const names = await findNames(queries, people);
    const makers = people.flatMap((userId) => names.get(userId) ?? []).slice(0, MOST_NAMES);
    const title = view.title || 'A rifff';
    const { userId } = view;
    const state = `${keyText(view)} ${view.epoch ?? ''}`;
    const copy = (await findShareLooks(queries, [id])).get(id);
    const look = LookSchema.safeParse(copy?.document).data;
    return { id, userId, title, makers, state, rifff, ...(look && { look }) };
  };
}

/** Names as a sentence has them: `Ada`, `Ada and Bo`, `Ada, Bo and Cy`. */
export function namesText(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
