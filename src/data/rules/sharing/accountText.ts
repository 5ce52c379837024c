/** What people are called where only their account is known. Pure. */
import {
  IMPORTED_SIGN,
  type ImportedName,
  isImportedId,
  USER_ID_PATTERN,
} from '../../contract/accountOptions.ts';
import { HOUSE_BAND_ID, HOUSE_BAND_NAME } from '../../contract/band.ts';
import { PRODUCT_NAME } from '../../contract/constants.ts';
import type { Rifff } from '../../contract/rifff.ts';

/** Is it the program that answers in rooms, and no person? */
export const isHouseBand = (userId: string | undefined): boolean => userId === HOUSE_BAND_ID;

/** Who made the loops that come with the house; no account can have this name. */
const LIBRARY_ID = 'rondo';
/** The maker on this device while no account is signed in. */
export const LOCAL_USER = 'you';

/** What is known of people by account; null for an unknown name. */
export type KnownPeople = Record<
  string,
  {
    displayName: string;
    avatarUrl?: string | null | undefined;
    /** Where the name of an imported person comes from. */
    importedFrom?: string | undefined;
  } | null
>;

/** What is known of an account; undefined where it was not asked for. Names of data are not those of objects. */
export const isKnownAs = (known: Readonly<KnownPeople>, userId: string) =>
  Object.hasOwn(known, userId) ? known[userId] : undefined;

/** Can this server be asked what an account is called? */
export const mayBeAsked = (userId: string): boolean =>
  (USER_ID_PATTERN.test(userId) || isImportedId(userId)) &&
  ![HOUSE_BAND_ID, LIBRARY_ID, LOCAL_USER].includes(userId) &&
  !(userId in Object.prototype);

/** An account, what it is called, and the address of its picture, where that was told. */
export interface NamedPerson {
  readonly userId: string;
  readonly displayName: string;
  readonly avatarUrl?: string | null;
  /** Where the name of an imported person comes from. */
  readonly importedFrom?: string;
}

function asPerson(value: unknown): NamedPerson[] {
  if (typeof value !== 'object' || value === null) return [];
  const { user_id, userId, user, displayName, avatarUrl, importedFrom } = value as Record<
    string,
    unknown
  >;
  const id = user_id ?? userId ?? user;
  if (typeof id !== 'string' || typeof displayName !== 'string') return [];
  const isTold = typeof avatarUrl === 'string' || avatarUrl === null;
  const from = typeof importedFrom === 'string' ? { importedFrom } : {};
  return [{ userId: id, displayName, ...(isTold && { avatarUrl }), ...from }];
}

/** People whom an answer of the server names together with what they are called: itself, and what its lists hold. */
export function peopleIn(data: unknown): NamedPerson[] {
  if (typeof data !== 'object' || data === null) return [];
  const lists = Object.values(data).filter((value) => Array.isArray(value));
  return [...asPerson(data), ...lists.flatMap((list) => list.flatMap(asPerson))];
}

/** What an account is called, with what a rifff says of those whom it names. */
export type NameOf = (userId: string, rifff?: Pick<Rifff, 'importedNames'>) => string;

/**
 * The name of an imported person where only text can stand (files, covers, labels), for instance
 * `↧ mia (from jams.example)`. The sign comes first, so that cutting off the end leaves it; no name holds it.
 */
export const importedText = ({ name, from }: ImportedName): string =>
  `${IMPORTED_SIGN} ${name} (from ${from})`;

/**
 * An account in words: what it is called now; the program by its name; who came along with an imported jam by what they
 * were called there, with the sign of imported people; its id where nothing is known.
 * @param importedNames as rifffs have them
 * @param known what is known of people; none if left out
 */
export function accountText(
  userId: string,
  importedNames?: Readonly<Record<string, ImportedName>>,
  known: Readonly<KnownPeople> = {},
): string {
  if (isHouseBand(userId)) return HOUSE_BAND_NAME;
  if (userId === LIBRARY_ID) return PRODUCT_NAME;
  const told = importedNames && Object.hasOwn(importedNames, userId) && importedNames[userId];
  const person = isKnownAs(known, userId);
  if (!isImportedId(userId)) return (told ? told.name : person?.displayName) ?? userId;
  const heard = person && { name: person.displayName, from: person.importedFrom ?? 'elsewhere' };
  return importedText(told || heard || { name: 'unknown', from: 'elsewhere' });
}
