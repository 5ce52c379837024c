import { sha256 } from '../../plugins/identity.ts';
import type { RifffKey } from '../jams/repo.ts';

/** The id of the one token that a rifff can have: 32 hex digits. @param key with the short id of its jam */
export const tokenIdOf = ({ jamId, rifffId }: RifffKey): string =>
  sha256(`${jamId}/${rifffId}`).slice(0, 32);
