/** Puts the studio together. */
import { createLocalLoop } from '../local/localLoop.ts';
import type { Studio } from '../Studio.ts';
import type { StudioHost } from './host.ts';
import { KeyPlayer } from './play/keyPlayer.ts';
import { MidiInstruments } from './play/midiPort.ts';
import { PadPlayer } from './play/padPlayer.ts';
import { PlayClock } from './play/playClock.ts';

/** Opens the studio of an engine. Nothing sounds, asks or listens until a part of it is used. */
export function openStudio(host: StudioHost): Studio {
  const clock = new PlayClock(host);
  const pads = new PadPlayer(host, clock);
  const keys = new KeyPlayer(host, clock);
  return { keepLoop: createLocalLoop, pads, keys, midi: new MidiInstruments(pads, keys) };
}
