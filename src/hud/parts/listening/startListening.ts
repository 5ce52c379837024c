import type { BlendBars, Engine } from '../../../audio/engine/Engine.ts';
import { transport } from '../../../audio/state/transport.ts';
import type { StarterRifff } from '../../../data/contract/library.ts';
import type { Boundary } from '../../../data/rules/time/timing.ts';
import { askFor, heardOf, listening } from '../../../data/stores/listening.ts';

/** How a rifff of a list begins to sound. */
export interface ListeningStart {
  /** Where a change to another rifff begins to sound. */
  readonly boundary: Boundary;
  /** Bars of the new rifff over which the two are blended from there on; 0 cuts. */
  readonly blendBars: BlendBars;
}

/**
 * Plays one rifff of a list, in the listener's own mix, as soon as its first loops have come. Call it inside the
 * gesture that asked for it. Never rejects: the transport says what failed.
 *
 * @param index of the rifff in `rifffs`
 */
export async function startListening(
  engine: Engine,
  rifffs: readonly StarterRifff[],
  index: number,
  { boundary, blendBars }: ListeningStart = { boundary: 'bar', blendBars: 0 },
): Promise<void> {
  const entry = rifffs[index];
  if (!entry) return;
  const { rifff } = entry;
  askFor(entry);
  try {
    // Inside the gesture, before anything is awaited.
    const unlocked = engine.unlock();
    engine.setList(
      rifffs.map((one) => heardOf(one.rifff)),
      blendBars,
    );
    await unlocked;
    // Begins with the loops that have come; a failure of the others is met below.
    engine.skipTo(index, { boundary, startsEarly: true }).catch(() => {});
    await engine.play();
    // Rings may have been touched while it was loading.
    await engine.setRifff(heardOf(rifff));
    // Silence is not playing: the next tap tries again.
    const { failedSlots } = transport;
    const isMissing = rifff.state.playback.every(
      ({ slot }, at) => !slot.current || failedSlots.includes(at),
    );
    if (isMissing) engine.stop();
  } catch (cause) {
    // The transport says what failed; a newer choice cancels an older one.
    console.info('The rifff did not start', cause);
  } finally {
    if (listening.askedId === entry.id) listening.askedId = null;
  }
}
