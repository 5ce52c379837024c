/** Knobs of MIDI controllers that move the look of a stage. Asks for MIDI once; without it nothing moves. */
import { stageKnobs } from '../../../data/stores/stageKnobs.ts';

const CONTROL_CHANGE = 0xb0;

/**
 * Takes a MIDI message on any channel.
 *
 * @param controllers numbers of the controllers that are the knobs, in their order
 */
export function takeMidi(data: ArrayLike<number>, controllers: readonly number[]): void {
  if (data.length < 3 || ((data[0] ?? 0) & 0xf0) !== CONTROL_CHANGE) return;
  const knob = controllers.indexOf(data[1] ?? -1);
  if (knob >= 0 && knob < stageKnobs.length) stageKnobs[knob] = ((data[2] ?? 0) & 127) / 127;
}

/** Follows every controller that is there or is plugged in later. @returns what stops it */
export function followKnobs(controllers: readonly number[], onTurn: () => void): () => void {
  let access: MIDIAccess | null = null;
  let isStopped = false;
  const take = (event: MIDIMessageEvent) => {
    if (!event.data) return;
    takeMidi(event.data, controllers);
    onTurn();
  };
  const listen = () => {
    for (const input of access?.inputs.values() ?? [])
      input.onmidimessage = isStopped ? null : take;
  };
  const ask = async () => {
    try {
      access = (await navigator.requestMIDIAccess?.()) ?? null;
    } catch {
      return; // Forbidden: the knobs stay where they are.
    }
    if (!access) return;
    access.onstatechange = listen;
    listen();
  };
  void ask();
  return () => {
    isStopped = true;
    if (access) access.onstatechange = null;
    listen();
  };
}
