import type { Rifff } from '../../data/contract/rifff.ts';
import { barFrames } from '../../data/rules/time/timing.ts';
import type { Grid } from '../looper/gridClock.ts';
import type { Looper } from '../looper/looper.ts';
import type { Master } from '../master/master.ts';
import type { Player } from '../player/player.ts';
import { AUDITION_SLOT, gridOf } from '../player/slotPlans.ts';
import type { SoundSource } from './sampler.ts';
import { MASTER_ROW } from './telemetry.ts';

/** What the sampler reads of a running engine; `barsAt` is the musical position of a context frame in bars. */
export function soundSource(
  context: AudioContext,
  looper: Looper,
  master: Master,
  player: Player,
): SoundSource & { barsAt(frame: number): number } {
  let restOf: Rifff | null = null;
  let restGrid: Grid | null = null;
  const atRest = (): Grid | null => {
    if (player.current !== restOf) {
      restOf = player.current;
      restGrid = restOf && gridOf(restOf, 0);
    }
    return restGrid;
  };
  const gridAt = (frame: number) => (player.isPlaying ? looper.clock.at(frame) : atRest());
  return {
    context,
    get isPlaying() {
      return player.isPlaying;
    },
    get restBars() {
      return player.restBars;
    },
    analyserOf(row) {
      if (row === MASTER_ROW) return master.analyser;
      return row < AUDITION_SLOT ? (looper.sounding(row)?.analyser ?? null) : null;
    },
    gridAt,
    barsAt(frame) {
      const grid = gridAt(frame);
      if (!grid) return 0;
      return Math.max(0, frame - grid.originFrame) / barFrames(grid.barLength, grid.bps);
    },
  };
}
