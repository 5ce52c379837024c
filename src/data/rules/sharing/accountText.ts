/** What people are called where only their account is known. Pure. */
import { HOUSE_BAND_ID, HOUSE_BAND_NAME } from '../../contract/band.ts';

/** Is it the program that answers in rooms, and nobody? */
export const isHouseBand = (userId: string | undefined): boolean => userId === HOUSE_BAND_ID;

/** An account in words: its id as people write it; the program by its name. */
export const accountText = (userId: string): string =>
  isHouseBand(userId) ? HOUSE_BAND_NAME : userId;
