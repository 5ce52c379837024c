/** What people are called where only their account is known. Pure. */
import { IMPORTED_SIGN, type ImportedName, isImportedId } from '../../contract/accountOptions.ts';
import { HOUSE_BAND_ID, HOUSE_BAND_NAME } from '../../contract/band.ts';

/** Is it the program that answers in rooms, and nobody? */
export const isHouseBand = (userId: string | undefined): boolean => userId === HOUSE_BAND_ID;

/**
 * The name of an imported person where only text can stand (files, covers, labels), for instance
 * `↧ mia (from jams.example)`. The sign comes first, so that cutting off the end leaves it; no name holds it.
 */
export const importedText = ({ name, from }: ImportedName): string =>
  `${IMPORTED_SIGN} ${name} (from ${from})`;

/**
 * An account in words: its id as people write it; the program by its name; who came along with an imported jam by what
 * they were called there, with the sign of imported people.
 * @param importedNames as rifffs have them
 */
export function accountText(
  userId: string,
  importedNames?: Readonly<Record<string, ImportedName>>,
): string {
  if (isHouseBand(userId)) return HOUSE_BAND_NAME;
  if (!isImportedId(userId)) return userId;
  return importedText(importedNames?.[userId] ?? { name: 'unknown', from: 'elsewhere' });
}

/** The maker of a place in a history in words: an account, or a name from elsewhere. */
export const makerText = (userId: string, imported: ImportedName | undefined): string =>
  accountText(userId, imported && { [userId]: imported });
