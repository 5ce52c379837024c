/** A playlist as one file: what of it may be taken away, in whose name, and what is left out. */
import type { PlaylistItem } from '../../contract/playlists.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { accountText, type NameOf } from '../sharing/accountText.ts';
import {
  creditLines,
  type HeldProducts,
  heldLicences,
  mixRefusal,
  peopleText,
  personText,
  stemRights,
  withNames,
} from '../sharing/credits.ts';
import { licenceOfWhole, licenceWords } from '../sharing/licences.ts';
import { entryOfItem, type PlaylistEntry } from './entry.ts';

/** An item that comes along. */
export interface ListPart {
  /** What is rendered; of a rifff only the loops that have sound are on. */
  readonly entry: PlaylistEntry;
  readonly title: string;
  /** Everybody behind it, in one line. */
  readonly makers: string;
  /** Short name and address of its licence; empty where it names none. */
  readonly licence: string;
  /** Licences of the loops of others that it holds. */
  readonly held: readonly unknown[];
  /** One line for each loop that sounds; empty for a track. */
  readonly credits: string;
}

/** An item that stays behind, and why, in a few words. */
export interface LeftOut {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
}

/** What an item is called where it names nothing. */
const titleOf = ({ title, type }: Pick<PlaylistItem, 'title' | 'type'>): string =>
  title.trim() || (type === 'track' ? 'A track' : 'A rifff');

/** A rifff in which only rings with sound are on: one whose file is gone does not count. */
function withSound(rifff: Rifff, silent: readonly string[]): Rifff {
  if (silent.length === 0) return rifff;
  const playback = rifff.state.playback.map((one) => {
    const { current } = one.slot;
    if (!current || !silent.includes(current.currentLoop)) return one;
    return { ...one, slot: { ...one.slot, current: { ...current, on: false } } };
  });
  return { ...rifff, state: { ...rifff.state, playback } };
}

/** Makers, licence and credits of a rifff as it is taken along. */
function aboutRifff(rifff: Rifff, userId: string | null, products: HeldProducts) {
  const taken = stemRights(rifff, userId, products).filter(
    ({ slot }) => rifff.state.playback[slot]?.slot.current?.on,
  );
  const held = heldLicences(taken, userId);
  // What names no licence is under what its loops leave.
  const ofWhole = rifff.license ?? (held.length > 0 ? licenceOfWhole(undefined, held) : undefined);
  return {
    makers: peopleText(rifff),
    licence: licenceWords(ofWhole),
    held,
    credits: creditLines(taken),
  };
}

/**
 * Tells an item that may be taken away from one that may not. A rifff goes by the rule of every mix (`mixRefusal`); a
 * track names no licence, so only who brought it takes it.
 * @param userId who asks; null for a visitor
 * @param products collections of partners that they hold
 */
function partOf(
  item: PlaylistItem,
  userId: string | null,
  products: HeldProducts,
  nameOf: NameOf,
): ListPart | string {
  if (item.data === null) return 'it is gone, or not for you';
  const entry = entryOfItem(item);
  if (!entry) return 'its sound is gone';
  const title = titleOf(item);
  if (entry.track) {
    const makers = personText(item.displayName || item.user);
    if (userId === null || entry.track.user_id !== userId) return `${makers} keeps all rights`;
    return { entry, title, makers, licence: '', held: [], credits: '' };
  }
  const rifff = withNames(withSound(entry.rifff!, entry.loopsWithoutAudio), nameOf);
  const refusal = mixRefusal(rifff, userId, products);
  if (refusal !== null) return refusal;
  return { entry: { ...entry, rifff }, title, ...aboutRifff(rifff, userId, products) };
}

/**
 * What comes along of a playlist in its order, and what stays behind.
 * @param userId who asks; null for a visitor
 * @param products collections of partners that they hold
 * @param nameOf what an account is called
 */
export function partsOfList(
  items: readonly PlaylistItem[],
  userId: string | null,
  products: HeldProducts = new Set(),
  nameOf: NameOf = (id, rifff) => accountText(id, rifff?.importedNames),
): { parts: ListPart[]; leftOut: LeftOut[] } {
  const parts: ListPart[] = [];
  const leftOut: LeftOut[] = [];
  for (const item of items) {
    const part = partOf(item, userId, products, nameOf);
    if (typeof part !== 'string') parts.push(part);
    else leftOut.push({ id: item.id, title: titleOf(item), reason: part });
  }
  return { parts, leftOut };
}

/** The licence of the file: that of its parts where they all have the same. */
export function listLicence(parts: readonly ListPart[]): string {
  const all = [...new Set(parts.map(({ licence }) => licence))];
  if (all.length < 2) return all[0] ?? '';
  return 'Each part has its own: see the credits';
}

/** People that the tags of a file name; more would be a list. */
const MOST_NAMES = 12;

/** Everybody behind the parts in one line. */
export function listMakers(parts: readonly ListPart[]): string {
  const all = [...new Set(parts.flatMap(({ makers }) => makers.split(', ')))].filter(Boolean);
  const more = all.length - MOST_NAMES;
  return more > 0 ? `${all.slice(0, MOST_NAMES).join(', ')} and ${more} more` : all.join(', ');
}
