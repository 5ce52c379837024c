/** The engine, seen by what keeps it in step with other devices: where the music is, and how to move it. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { LIMITER_DELAY_FRAMES } from '../../dsp/limiterDelay.ts';
import type { Looper } from '../looper/looper.ts';
import type { Player } from '../player/player.ts';
import { recording } from '../state/recording.ts';
import { transport } from '../state/transport.ts';
import type { SetRifffOptions } from './Engine.ts';
import { HeardClock } from './heardClock.ts';
import type { InStep } from './InStep.ts';

interface Parts {
  readonly player: Player;
  audio(): { readonly card: { readonly context: AudioContext }; readonly looper: Looper } | null;
  play(originOf: () => number | null): Promise<void>;
}

/**
 * Exact frame and origin of a cross-over, as `Player.crossTo` takes them: both undefined while no device is followed.
 */
export function originOf({ originOf: ask }: SetRifffOptions): [number?, (number | null)?] {
  const origin = ask?.() ?? null;
  return origin === null ? [] : [origin, origin];
}

/** What `Engine.inStep` is. */
export function inStepOf({ player, audio, play }: Parts): InStep {
  const clock = new HeardClock();
  return {
    place() {
      const { card, looper } = audio() ?? {};
      if (!card || !looper || card.context.state !== 'running') return null;
      const performanceMs = performance.now();
      const heardSec = clock.seconds(card.context, performanceMs);
      // The limiter holds everything back by so much, here as for everyone.
      const heard = { performanceMs, frame: heardSec * SAMPLE_RATE_HZ - LIMITER_DELAY_FRAMES };
      const { current } = player;
      const grid = player.isPlaying && current ? (looper.clock.last?.grid ?? null) : null;
      const isBusy =
        player.isWaiting || transport.pendingRifffId !== null || recording.phase !== 'off';
      return {
        heard,
        playing: grid && { rifffId: current!._id, originFrame: grid.originFrame },
        grid,
        isBusy,
      };
    },
    play,
    moveTo(originFrame, boundary) {
      if (recording.phase !== 'off') return null;
      return player.moveTo(originFrame, boundary);
    },
  };
}
