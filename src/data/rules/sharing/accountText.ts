/** What people are called where only their account is known. Pure. */
import { isImportedId } from '../../contract/accountOptions.ts';
import { HOUSE_BAND_ID, HOUSE_BAND_NAME } from '../../contract/band.ts';

/** Is it the program that answers in rooms, and nobody? */
export const isHouseBand = (userId: string | undefined): boolean => userId === HOUSE_BAND_ID;

/**
 * An account in words: its id as people write it; the program by its name; who came along with an imported jam by what
 * they were called there.
 * @param importedNames as rifffs have them
 */
export function accountText(
  userId: string,
  importedNames?: Readonly<Record<string, string>>,
): string {
  if (isHouseBand(userId)) return HOUSE_BAND_NAME;
  return importedNames?.[userId] ?? (isImportedId(userId) ? 'somebody elsewhere' : userId);
}
