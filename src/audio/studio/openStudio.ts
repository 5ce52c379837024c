/** Puts the studio together. */

import { createExporter } from '../export/createExporter.ts';
import { encodeTrack } from '../export/trackFile.ts';
import { encodeLoop, studioCodec } from '../export/uploadFiles.ts';
import { createLocalLoop, createMadeLoop } from '../loading/localLoop.ts';
import { createFileImports } from './files/fileImports.ts';
import type { StudioHost } from './host.ts';
import { mergeSlotsToLoop } from './merge.ts';
import { DrumPads } from './play/drumPads.ts';
import { MidiClockPort } from './play/midiClockPort.ts';
import { MidiInstruments } from './play/midiPort.ts';
import { PlayClock } from './play/playClock.ts';
import { SynthKeys } from './play/synthKeys.ts';
import { createRecorder } from './record/createRecorder.ts';
import type { Studio } from './Studio.ts';

/** Opens the studio of an engine. Nothing sounds, asks or listens until a part of it is used. */
export function openStudio(host: StudioHost): Studio {
  const clock = new PlayClock(host);
  const pads = new DrumPads(host, clock);
  const keys = new SynthKeys(host, clock);
  return {
    pads,
    keys,
    midi: new MidiInstruments(pads, keys, undefined, new MidiClockPort(host)),
    recorder: createRecorder(host, clock),
    files: createFileImports(host, createLocalLoop),
    exporter: createExporter(host.maker),
    codec: studioCodec,
    keepLoop: createLocalLoop,
    make: createMadeLoop,
    mergeSlots: (rifff, slots, watch) => mergeSlotsToLoop(host.maker, rifff, slots, watch),
    encodeLoop,
    encodeTrack,
  };
}
