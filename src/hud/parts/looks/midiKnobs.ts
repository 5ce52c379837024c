/** Knobs of MIDI controllers that move looks. Asks for MIDI once for each follower; without it nothing moves. */
import { stageKnobs } from '../../../data/stores/stageKnobs.ts';

const CONTROL_CHANGE = 0xb0;

interface Control {
  /** Number of the controller, 0–127. */
  readonly controller: number;
  /** 0–1. */
  readonly value: number;
}

/** What a MIDI message on any channel says of a controller; null for any other message. */
function controlOf(data: ArrayLike<number>): Control | null {
  if (data.length < 3 || ((data[0] ?? 0) & 0xf0) !== CONTROL_CHANGE) return null;
  return { controller: data[1] ?? -1, value: ((data[2] ?? 0) & 127) / 127 };
}

/**
 * Takes a MIDI message on any channel.
 *
 * @param controllers numbers of the controllers that are the knobs, in their order
 * @returns the knob that it turned, 0 for the first; −1 for none
 */
export function takeMidi(data: ArrayLike<number>, controllers: readonly number[]): number {
  const control = controlOf(data);
  const knob = control ? controllers.indexOf(control.controller) : -1;
  if (!control || knob < 0 || knob >= stageKnobs.length) return -1;
  stageKnobs[knob] = control.value;
  return knob;
}

/** Hears every controller that is there or is plugged in later. @returns what stops it */
function followMidi(take: (data: Uint8Array) => void): () => void {
  let access: MIDIAccess | null = null;
  let isStopped = false;
  const heard = ({ data }: MIDIMessageEvent) => {
    if (data && !isStopped) take(data);
  };
  const stop = new AbortController();
  const listen = () => {
    const { signal } = stop;
    for (const input of access?.inputs.values() ?? []) {
      // The same listener again is none.
      input.addEventListener('midimessage', heard, { signal });
      input.open().catch(() => {}); // In use by another program: it stays silent.
    }
  };
  const ask = async () => {
    try {
      access = (await navigator.requestMIDIAccess?.()) ?? null;
    } catch {
      return; // Forbidden: the knobs stay where they are.
    }
    if (!access || isStopped) return;
    access.addEventListener('statechange', listen, { signal: stop.signal });
    listen();
  };
  void ask();
  return () => {
    isStopped = true;
    stop.abort();
  };
}

/** Lets the knobs follow their controllers. @returns what stops it */
export function followKnobs(
  controllers: readonly number[],
  onTurn: (knob: number, value: number) => void,
): () => void {
  return followMidi((data) => {
    const knob = takeMidi(data, controllers);
    if (knob >= 0) onTurn(knob, stageKnobs[knob]!);
  });
}

/** Waits for the first controller that is turned. @returns what stops it */
export function learnController(onLearnt: (controller: number) => void): () => void {
  const stop = followMidi((data) => {
    const control = controlOf(data);
    if (!control) return;
    stop();
    onLearnt(control.controller);
  });
  return stop;
}
