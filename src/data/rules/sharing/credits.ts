/** Who made what in a rifff, one line per ring, and what its licences let people do. */

import { isImportedId } from '../../contract/accountOptions.ts';
import { categoryOf } from '../../contract/categories.ts';
import { PRODUCT_NAME } from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import { loopAudioUrl } from '../../contract/loopData.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { accountText, LOCAL_USER, type NameOf } from './accountText.ts';
import { licenceLets } from './rights.ts';

/** What stands for a person whose account is gone. */
export const SOMEONE_WHO_LEFT = 'someone who left';

/** The name to show for a person; an empty one is a person who left. */
export function personText(displayName: string): string {
  return displayName.trim() === '' ? SOMEONE_WHO_LEFT : displayName;
}

interface RingMaker {
  slot: number;
  /** Title of the ring's category. */
  category: string;
  /** Name of the loop; empty when it has none. */
  loopName: string;
  /** Account that made the loop; empty for a person who left. */
  userId: string;
  /** Does the loop come with the house, so that its maker has no profile? */
  isLibrary: boolean;
  isOn: boolean;
}

/** One line per ring of a rifff, from the outside in. Rings whose loop is missing are left out. */
export function ringMakers(rifff: Rifff): RingMaker[] {
  const loops = new Map(rifff.loops.map((loop) => [loop._id, loop]));
  return rifff.state.playback
    .flatMap(({ slot: { current } }, slot): RingMaker[] => {
      const loop = current && loops.get(current.currentLoop);
      if (!current || !loop) return [];
      return [
        {
          slot,
          category: categoryOf(current.category ?? loop.category).title,
          loopName: loop.name ?? '',
          userId: loop.creatorUserName,
          isLibrary: loop.isLibraryLoop ?? false,
          isOn: current.on,
        },
      ];
    })
    .reverse();
}

/** Accounts behind a rifff, each once: who shared it first, then its makers and those of its loops. */
export function peopleOf(rifff: Rifff, sharedBy: string, creators: readonly string[]): string[] {
  const loopMakers = rifff.loops.filter((loop) => !loop.isLibraryLoop);
  const all = [
    sharedBy,
    rifff.userName,
    ...creators,
    ...(rifff.creators ?? []),
    ...loopMakers.map((loop) => loop.creatorUserName),
  ];
  return [...new Set(all)].filter((userId) => userId !== '');
}

/**
 * What a rifff shows for a person whom it names: their account, or what they were called where it was imported from.
 */
export const nameIn = ({ importedNames }: Pick<Rifff, 'importedNames'>, userId: string): string =>
  accountText(userId, importedNames);

/** What a rifff itself says of those whom it names. */
const namedIn: NameOf = (userId, rifff) => accountText(userId, rifff?.importedNames);

/** What several people are called, in one line; without those who are not known yet. */
const namesText = (rifff: Rifff, userIds: readonly string[], nameOf: NameOf) =>
  userIds
    .map((userId) => nameOf(userId, rifff))
    .filter(Boolean)
    .join(', ');

/** Everybody behind a rifff in one line; who has no account stays unnamed. */
export const peopleText = (rifff: Rifff, nameOf: NameOf = namedIn): string =>
  namesText(
    rifff,
    peopleOf(rifff, '', []).filter((userId) => userId !== LOCAL_USER),
    nameOf,
  );

/** Those behind a rifff as one line: who shared it by their name, then the others. */
export function makersText(
  rifff: Rifff,
  {
    user,
    displayName,
    creators,
  }: { user: string; displayName: string; creators: readonly string[] },
  nameOf: NameOf,
): string {
  const others = peopleOf(rifff, user, creators).filter((userId) => userId !== user);
  return [personText(displayName), namesText(rifff, others, nameOf)].filter(Boolean).join(', ');
}

/** A rifff that names everybody in it as they are called now, for what is taken away of it. */
export const withNames = (rifff: Rifff, nameOf: NameOf): Rifff => ({
  ...rifff,
  importedNames: Object.fromEntries(
    peopleOf(rifff, '', []).flatMap((userId) => {
      const told = rifff.importedNames?.[userId];
      const name = nameOf(userId, rifff);
      if (isImportedId(userId)) return told ? [[userId, told]] : [];
      return name ? [[userId, { name, from: PRODUCT_NAME }]] : [];
    }),
  ),
});

/** Short names of the licences that a rifff may have been made under, as people know them. */
const NAMES: Readonly<Record<string, string>> = {
  'all-rights-reserved': 'all rights reserved',
  'cc0-1.0': 'CC0',
  'cc-by-4.0': 'CC BY 4.0',
  'cc-by-sa-4.0': 'CC BY-SA 4.0',
  'cc-by-nc-4.0': 'CC BY-NC 4.0',
  'cc-by-nc-sa-4.0': 'CC BY-NC-SA 4.0',
  'cc-by-nd-4.0': 'CC BY-ND 4.0',
  'cc-by-nc-nd-4.0': 'CC BY-NC-ND 4.0',
};

/** The licence of a rifff in a few characters; empty when it names none that is known. */
export function licenceText(slug: unknown): string {
  return typeof slug === 'string' && Object.hasOwn(NAMES, slug) ? NAMES[slug]! : '';
}

/**
 * True when everybody may take the loop as a file: it is the library's, its maker said so, or its licence does. One of
 * a partner's collection is for those who hold it, whatever its licence says about what they make with it.
 */
export const mayBeTaken = (
  loop: Pick<Loop, 'isLibraryLoop' | 'access' | 'license' | 'collection'>,
): boolean =>
  loop.collection === undefined &&
  (loop.isLibraryLoop === true || loop.access === 'download' || licenceLets('take', loop.license));

/** Products of partners' collections that a person holds. */
export type HeldProducts = ReadonlySet<string>;
const NO_PRODUCTS: HeldProducts = new Set();

/** Who made a loop, and whether it may be told apart from other people's. */
function isOwn(loop: Loop, userId: string | null): boolean {
  // A loop without an address was made on this device and has not been uploaded.
  return (userId !== null && loop.creatorUserName === userId) || !loopAudioUrl(loop);
}

/**
 * Why a loop may not be taken away as a file of its own, or null when it may: one's own always, loops of the library
 * always, those of a partner's collection by its holders, others when their maker allows downloads or chose a free
 * licence.
 * @param userId who asks; null for a visitor
 * @param held collections that they hold
 */
export function stemRefusal(
  loop: Loop,
  userId: string | null,
  held: HeldProducts = NO_PRODUCTS,
  importedNames?: Rifff['importedNames'],
): string | null {
  if (isOwn(loop, userId) || mayBeTaken(loop)) return null;
  const { collection } = loop;
  if (collection) {
    return held.has(collection.product) ? null : `${collection.name} is for those who have it`;
  }
  return `${accountText(loop.creatorUserName, importedNames)} keeps all rights`;
}

/** A used slot and what may be taken away of it. */
export interface StemRight {
  readonly slot: number;
  readonly loop: Loop;
  /** Who made the loop, in words. */
  readonly maker: string;
  /** Why not, or null. */
  readonly refusal: string | null;
}

/** Does a rifff hold a loop of a partner's collection? */
export const holdsCollection = ({ loops }: Pick<Rifff, 'loops'>): boolean =>
  loops.some(({ collection }) => collection !== undefined);

/** The used slots of a rifff whose loop is known. */
export function stemRights(
  rifff: Rifff,
  userId: string | null,
  held: HeldProducts = NO_PRODUCTS,
): StemRight[] {
  return rifff.state.playback.flatMap(({ slot: { current } }, slot) => {
    const loop = current && rifff.loops.find((one) => one._id === current.currentLoop);
    if (!loop) return [];
    const refusal = stemRefusal(loop, userId, held, rifff.importedNames);
    return [{ slot, loop, maker: nameIn(rifff, loop.creatorUserName), refusal }];
  });
}

/**
 * Licences of the loops in it that belong to others, one for each; those of the house ask for nothing.
 * @param userId who asks; null for a visitor
 */
export function heldLicences(rights: readonly StemRight[], userId: string | null): unknown[] {
  return rights.flatMap(({ loop }) =>
    (loop.isLibraryLoop && !loop.collection) || isOwn(loop, userId) ? [] : [loop.license],
  );
}

/**
 * Why the mix of a rifff may not be taken away, or null when it may. Remixing here is always allowed, so a mix needs
 * one sounding loop that may be taken away by itself: a mix of nothing but other people's would be their stems.
 */
export function mixRefusal(
  rifff: Rifff,
  userId: string | null,
  held: HeldProducts = NO_PRODUCTS,
): string | null {
  const sounding = stemRights(rifff, userId, held).filter(
    ({ slot }) => rifff.state.playback[slot]?.slot.current?.on,
  );
  if (sounding.length === 0) return 'Nothing of it sounds: every ring is muted';
  if (sounding.some(({ refusal }) => refusal === null)) return null;
  const makers = [...new Set(sounding.map(({ maker }) => maker))].join(', ');
  return `Every sounding loop belongs to other people, all rights kept: ${makers}`;
}

/** Who made what, under which licence, one line a loop: what attribution asks for. */
export function creditLines(rights: readonly StemRight[]): string {
  return rights
    .map(({ slot, loop, maker }) => {
      const isHouse = loop.isLibraryLoop && !loop.collection;
      const licence = isHouse ? 'library' : licenceText(loop.license);
      const from = loop.collection?.name ?? maker;
      const parts = [`${slot + 1} ${loop.name ?? 'Untitled'}`, from, licence];
      return parts.filter(Boolean).join(' – ');
    })
    .join('\n');
}
