/** How fast a rifff is rendered to a file, against the time that it plays. */
import { renderChunks } from '../../../src/audio/export/renderChunks.ts';
import { writeSound } from '../../../src/audio/export/soundFile.ts';
import { PatternMaker } from '../../../src/audio/load/patternMaker.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { editSlot } from '../../../src/data/rules/draft.ts';
import { rifffFrames } from '../../../src/data/rules/timing.ts';
import { makeLoop, makeRifff, noise } from '../../../tests/audio/loops.ts';
import { RATE } from '../../../tests/audio/offline.ts';

function eightLoops(hasEffects: boolean): Rifff {
  const loops = Array.from({ length: 8 }, (_, at) =>
    makeLoop({ sound: noise(at, 1, 0.1), length16ths: 64, channels: 2 }),
  );
  const effects = { reverb: 0.3, delay: 0.3, pan: 0.2 };
  return hasEffects ? editSlot(makeRifff(loops), 0, { effects }) : makeRifff(loops);
}

const turnsOf = (rifff: Rifff, minutes: number) =>
  Math.ceil((minutes * 60 * RATE) / rifffFrames(rifff));

/** Times real time at which pieces of eight stereo loops are rendered, before limiting and encoding. */
export async function mixSpeed(minutes: number, hasEffects: boolean): Promise<number> {
  const maker = new PatternMaker();
  const rifff = eightLoops(hasEffects);
  await maker.preload(rifff);
  const turns = turnsOf(rifff, minutes);
  const from = performance.now();
  let frames = 0;
  for await (const piece of renderChunks(maker, rifff, { turns, tail: 'left' })) {
    frames += piece.frames;
  }
  const seconds = (performance.now() - from) / 1000;
  maker.dispose();
  return frames / RATE / seconds;
}

/** Times real time of a whole file: rendered, limited, written; its bytes are counted and dropped. */
export async function fileSpeed(minutes: number, format: 'wav24' | 'flac' | 'ogg') {
  const maker = new PatternMaker();
  const rifff = eightLoops(true);
  await maker.preload(rifff);
  const turns = turnsOf(rifff, minutes);
  const desk = { maker, rifff, signal: new AbortController().signal };
  let bytes = 0;
  const from = performance.now();
  await writeSound(
    desk,
    { turns, tail: 'folded' },
    format,
    async (part) => {
      bytes += part.length;
    },
    () => undefined,
  );
  const seconds = (performance.now() - from) / 1000;
  maker.dispose();
  return { speed: (turns * rifffFrames(rifff)) / RATE / seconds, bytes };
}
