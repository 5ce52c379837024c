/** What the engine plays for an item of a playlist, and how long that lasts. */
import { SAMPLE_RATE_HZ, TRACK_BAR_SEC } from '../../contract/constants.ts';
import type { PlaylistItem } from '../../contract/playlists.ts';
import type { Rifff } from '../../contract/rifff.ts';
import type { Track } from '../../contract/uploads.ts';
import { barFrames, rifffBars } from '../time/timing.ts';

/** Specification, section 3: the entry of the audio engine. How far it is loaded is in `audio/state/playlist.ts`. */
export interface PlaylistEntry {
  /** Of the item. */
  readonly id: string;
  /** Rests the looper while it plays? Then it is an audio track; else it is a rifff. */
  readonly idleState: boolean;
  /** Exactly one of the two is there. */
  readonly rifff: Rifff | null;
  readonly track: Track | null;
  /** Repetitions included. */
  readonly durationSeconds: number;
  /** Frames at 48 kHz: repetitions included, and of the fade-out at the end. */
  readonly durationFrames: number;
  readonly fadeOutFrames: number;
  /** Bars; see `contract/playlists.ts`. */
  readonly fadeOut: number;
  readonly repetitions: number;
  /** Ids of loops whose sound is known to be gone. An entry without any sound is passed over. */
  readonly loopsWithoutAudio: readonly string[];
}

/** The slots of a rifff that are used hold these loops. */
function silentLoops({ state, loops }: Rifff): { used: number; silent: string[] } {
  const ids = state.playback.flatMap(({ slot }) => slot.current?.currentLoop ?? []);
  const sounds = new Set(
    loops
      .filter(({ cdn_attachments: { oggAudio, flacAudio } = {} }) => oggAudio || flacAudio)
      .map(({ _id }) => _id),
  );
  return { used: ids.length, silent: ids.filter((id) => !sounds.has(id)) };
}

/** An item as the engine plays it; null where nothing of it is left to play. */
export function entryOfItem(item: PlaylistItem): PlaylistEntry | null {
  const { id, fadeOut, loopCount: repetitions } = item;
  const entry = (once: number, bar: number) => {
    const durationFrames = once * repetitions;
    const fadeOutFrames = Math.min(durationFrames, Math.round(fadeOut * bar));
    const durationSeconds = durationFrames / SAMPLE_RATE_HZ;
    return { id, durationSeconds, durationFrames, fadeOutFrames, fadeOut, repetitions };
  };
  if (item.type === 'track') {
    if (!item.data) return null;
    const once = Math.round(item.data.durationSec * SAMPLE_RATE_HZ);
    const common = entry(once, TRACK_BAR_SEC * SAMPLE_RATE_HZ);
    return { ...common, idleState: true, rifff: null, track: item.data, loopsWithoutAudio: [] };
  }
  const rifff = item.data;
  if (!rifff) return null;
  const { used, silent } = silentLoops(rifff);
  if (used === silent.length) return null;
  const bar = barFrames(rifff.state.barLength, rifff.state.bps);
  const common = entry(rifffBars(rifff) * bar, bar);
  return { ...common, idleState: false, rifff, track: null, loopsWithoutAudio: silent };
}
