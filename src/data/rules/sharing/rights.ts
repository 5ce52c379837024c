/**
 * What may be done with music that came in by an import. Its maker has no account here and agreed to nothing of this
 * server, so only the licence that they gave counts. What accounts of this server make is not judged here: they know
 * that remixing is always allowed, and who reads it is decided by their jams. Pure.
 */
import { isImportedId } from '../../contract/accountOptions.ts';
import type { Loop } from '../../contract/loop.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { licenceTerms } from './licences.ts';

/**
 * `take` a file away; `publish` to whom its maker did not choose: the feed, a link, a jam that is open, the arcade;
 * `sell` as a collectible.
 */
export type Deed = 'take' | 'publish' | 'sell';

/**
 * Does a licence allow that to everyone?
 * @param slug all rights reserved where it is none that is known
 * @param isChanged it is part of something else now
 */
export function licenceLets(
  deed: Deed,
  slug: unknown,
  { isChanged = false }: { readonly isChanged?: boolean } = {},
): boolean {
  const terms = licenceTerms(slug);
  if (terms === null) return false;
  if (deed === 'take') return true;
  if (terms.nd && isChanged) return false;
  return deed === 'publish' || !terms.nc;
}

/** What of a loop and a rifff is judged. */
export type JudgedLoop = Pick<Loop, 'creatorUserName' | 'license'> & {
  readonly isRemoved?: unknown;
};
export type JudgedRifff = Pick<Rifff, 'userName'> & { readonly license?: unknown };

const WORDS: Readonly<Record<Deed, string>> = {
  take: 'taken away',
  publish: 'shown to others',
  sell: 'collected',
};

/** May a loop be part of something that is published or sold? */
export const mayLoopBe = (
  deed: Deed,
  { creatorUserName, license, isRemoved }: JudgedLoop,
  { isChanged }: { readonly isChanged: boolean },
): boolean =>
  isRemoved === true || !isImportedId(creatorUserName) || licenceLets(deed, license, { isChanged });

/**
 * Why a rifff may not be published or sold because of what in it came in by an import; null where it may. Every call
 * that shows, opens or sells a rifff asks this, and so does the page that offers it.
 * @param loops those that its slots name
 */
export function rightsRefusal(
  deed: Deed,
  { userName, license }: JudgedRifff,
  loops: readonly JudgedLoop[],
): string | null {
  const isImported = isImportedId(userName);
  if (isImported && !licenceLets(deed, license)) {
    return `It came in from elsewhere, and no licence of its maker lets it be ${WORDS[deed]}`;
  }
  const held = loops.filter((loop) => !mayLoopBe(deed, loop, { isChanged: !isImported }));
  if (held.length === 0) return null;
  const what = held.length === 1 ? 'a loop' : `${held.length} loops`;
  return `It holds ${what} from elsewhere that no licence lets be ${WORDS[deed]} in it`;
}
