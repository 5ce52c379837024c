/** How well tempo and key of the library's loops are read from their sound. Every eighth, or all in the long suite. */
import { readFile } from 'node:fs/promises';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Loop } from '../../src/data/contract/loop.ts';
import { SCALES } from '../../src/data/contract/scales.ts';
import { surveySound } from '../../src/dsp/survey.ts';
import { proposeTempos, type TempoHints, type TempoProposal } from '../../src/dsp/tempo.ts';

const STEP = process.env.RONDO_LONG === '1' ? 1 : 8;
const STARTER = new URL('../../assets/starter/', import.meta.url);

interface Read {
  readonly loop: Loop;
  readonly durationSec: number;
  readonly survey: ReturnType<typeof surveySound>;
  /** What is heard of two passes that begin 0.41 s late and break off in the third. */
  readonly played: ReturnType<typeof surveySound>;
  readonly playedSec: number;
}

const reads: Read[] = [];

/** The sound as a person would record it: silence first, and not cut to its bars. */
function performance(channels: readonly Float32Array[], rate: number) {
  const frames = channels[0]!.length;
  const lead = Math.round(0.41 * rate);
  return channels.map((channel) => {
    const out = new Float32Array(lead + Math.round(2.31 * frames));
    for (let n = lead; n < out.length; n++) out[n] = channel[(n - lead) % frames]!;
    return out;
  });
}

beforeAll(async () => {
  const manifest = JSON.parse(await readFile(new URL('manifest.json', STARTER), 'utf8'));
  const loops = (manifest.loops as (Loop & { file: string })[]).filter((_, at) => at % STEP === 0);
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  for (const loop of loops) {
    const file = await readFile(new URL(loop.file, STARTER));
    const { channelData, sampleRate } = await decoder.decodeFile(new Uint8Array(file));
    await decoder.reset();
    const played = performance(channelData, sampleRate);
    reads.push({
      loop,
      durationSec: channelData[0]!.length / sampleRate,
      survey: surveySound(channelData, sampleRate),
      played: surveySound(played, sampleRate),
      playedSec: played[0]!.length / sampleRate,
    });
  }
  decoder.free();
}, 600_000);

const isRight = ({ bpm }: TempoProposal, { bps }: Loop) => Math.abs(bpm / (60 * bps) - 1) < 0.002;

/** Share of loops for which something holds, printed. */
function share(what: string, holds: (read: Read) => boolean, list = reads): number {
  const right = list.filter(holds).length;
  console.info(`${what}: ${right} of ${list.length}`);
  return right / list.length;
}

const proposalsOf = ({ survey, durationSec }: Read, hints: TempoHints = {}) =>
  proposeTempos(survey.strikes, durationSec, hints);

describe('of the loops of the library', () => {
  it('the tempo is among what is proposed, and mostly first', () => {
    const first = share('tempo first', (read) => isRight(proposalsOf(read)[0]!, read.loop));
    const any = share('tempo proposed', (read) =>
      proposalsOf(read).some((one) => isRight(one, read.loop)),
    );
    expect(first).toBeGreaterThan(0.6);
    expect(any).toBeGreaterThan(0.95);
  });

  it('the tempo and the bars are right where the name says the tempo', () => {
    const named = share('tempo and bars with a name', (read) => {
      const [best] = proposalsOf(read, { bpm: Math.round(60 * read.loop.bps) });
      return isRight(best!, read.loop) && best!.bars === read.loop.length16ths / 16;
    });
    expect(named).toBeGreaterThan(0.95);
  });

  it('the tempo of a recording that is not cut to bars is mostly found, up to its octave', () => {
    const rhythmic = reads.filter(({ loop }) => ['drums', 'perc', 'bass'].includes(loop.category));
    const found = share(
      'tempo of an uncut recording (drums, percussion, bass), up to its octave',
      ({ played, playedSec, loop }) => {
        const [best] = proposeTempos(played.strikes, playedSec);
        const octaves = Math.log2(best!.bpm / (60 * loop.bps));
        return Math.abs(octaves - Math.round(octaves)) < 0.006;
      },
      rhythmic,
    );
    expect(found).toBeGreaterThan(0.6);
  });

  it('the key shares all its notes but one at most with the key it was written in', () => {
    const tonal = reads.filter(({ loop }) =>
      ['bass', 'leads', 'pads', 'chords'].includes(loop.category),
    );
    const notesOf = (root: number, scale: number) =>
      new Set(SCALES[scale]!.steps.map((step) => (root + step) % 12));
    const near = share(
      'key within one note',
      ({ loop, survey }) => {
        if (!survey.key) return false;
        const written = notesOf(loop.root!, loop.scale!);
        const heard = notesOf(survey.key.root, survey.key.scale);
        return [...heard].filter((note) => !written.has(note)).length <= 1;
      },
      tonal,
    );
    share('key exact', ({ loop, survey }) => survey.key?.root === loop.root, tonal);
    expect(near).toBeGreaterThan(0.9);
  });
});
