import type { Track } from '../../../src/data/contract/uploads.ts';
import type { TrackRow } from '../../ports/database/schema.ts';

/** A track as answers show it. */
export function presentTrack(row: TrackRow): Track {
  const { id, name, userId, created, key, mime, durationSec, peaks } = row;
  return { id, name, user_id: userId, created, url: `/media/${key}`, mime, durationSec, peaks };
}
