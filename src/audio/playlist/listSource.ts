/** What the picture reads of a list: the slots and the place of the rifff that plays, and nothing of a track. */
import { MAX_LOOPS_PER_RIFFF } from '../../data/contract/constants.ts';
import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';
import { barFrames } from '../../data/rules/time/timing.ts';
import type { SoundSource } from '../engine/sampler.ts';
import type { Grid } from '../looper/gridClock.ts';
import { gridOf } from '../player/slotPlans.ts';
import type { Place, Run } from './runs.ts';

/** What is asked of a list, again and again. */
interface ListReading {
  /** What sounds on a frame of the context; null while nothing does. */
  run(frame: number): Run | null;
  nowFrame(): number;
  paused(): Place | null;
}

/** A source for the telemetry. Allocates only when another entry is paused. */
export function listSource(list: ListReading): Omit<SoundSource, 'context'> {
  let restOf: PlaylistEntry | null = null;
  let restGrid: Grid | null = null;
  const atRest = (): Grid | null => {
    const entry = list.paused()?.stand.entry ?? null;
    if (entry !== restOf) {
      restOf = entry;
      restGrid = entry?.rifff ? gridOf(entry.rifff, 0) : null;
    }
    return restGrid;
  };
  const now = () => list.run(list.nowFrame());
  return {
    isList: true,
    get isPlaying() {
      return now()?.deck.grid != null;
    },
    get restBars() {
      const grid = atRest();
      return grid ? list.paused()!.frame / barFrames(grid.barLength, grid.bps) : 0;
    },
    analyserOf: (row) => (row < MAX_LOOPS_PER_RIFFF ? (now()?.deck.analyserOf(row) ?? null) : null),
    gridAt: (frame) => list.run(frame)?.deck.grid ?? atRest(),
  };
}
