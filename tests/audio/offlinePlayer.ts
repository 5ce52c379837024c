/** The engine's player over an offline looper, so that edits fall on exact moments of a rendering. */
import type { PatternMaker } from '../../src/audio/loading/patternMaker.ts';
import { Looper } from '../../src/audio/looper/looper.ts';
import { Player } from '../../src/audio/player/player.ts';
import { LOOPER_SLOTS } from '../../src/audio/player/slotPlans.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { RATE } from './offline.ts';

export interface OfflinePlayer {
  readonly context: OfflineAudioContext;
  readonly looper: Looper;
  readonly player: Player;
  /** Loads a rifff; its loops join on the beat as they come. */
  load(rifff: Rifff): Promise<void>;
  /** Holds the rendering up at a time until `work` is done. */
  at(sec: number, work: () => unknown): void;
}

/** A player that plays `rifff`, loaded, on a context that has not begun to render. */
export async function playOffline(
  maker: PatternMaker,
  rifff: Rifff,
  { seconds, channels = 2 }: { readonly seconds: number; readonly channels?: number },
): Promise<OfflinePlayer> {
  const context = new OfflineAudioContext(channels, seconds * RATE, RATE);
  const looper = new Looper(context, context.destination, LOOPER_SLOTS);
  const player = new Player(maker);
  player.attach(looper);
  const { signal } = new AbortController();
  const join = () => void player.join('beat');
  const load = (next: Rifff) => player.load(next, signal, { loaded: join, previewed: join });
  await load(rifff);
  player.replace(rifff);
  player.start();
  const at = (sec: number, work: () => unknown) => {
    void context.suspend(sec).then(async () => {
      // Also when it fails: the test shall fail by what it expects and not by waiting.
      try {
        await work();
      } finally {
        await context.resume();
      }
    });
  };
  return { context, looper, player, load, at };
}
