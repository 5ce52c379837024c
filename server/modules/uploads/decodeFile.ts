/** Decodes one file from its beginning to its end and measures it on the way, without holding it. */
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import type { ReadAt } from './fileWindow.ts';
import { flacFrames, flacTotal } from './flacFrames.ts';
import { openMeasure } from './measureSound.ts';
import { checkOgg, oggPackets } from './oggPackets.ts';
import { type DecodeFile, type SoundFacts, SoundFault, secondsOf } from './sound.ts';

/** What a decoder answers of one frame of FLAC or one packet of Vorbis: half a megabyte at most. */
interface Piece {
  readonly channelData: Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
  readonly errors: readonly unknown[];
}

type Pages = Parameters<OggVorbisDecoder['decodeOggPages']>[0];

/**
 * Samples between two rests, in which what was decoded is let go and the process hears whether anybody still waits.
 * Left to itself the collector lets 80 MB of pieces gather.
 */
const REST_SAMPLES = 2_000_000;

async function rest(): Promise<void> {
  globalThis.gc?.({ type: 'minor' });
  await setImmediate();
}

const damaged = () => new SoundFault('a part of it is damaged');

/** Sound that is no number would spoil every measure: it counts as silence. */
function silenceHoles(channels: readonly Float32Array[]): void {
  for (const channel of channels) {
    for (let at = 0; at < channel.length; at++) {
      if (!Number.isFinite(channel[at])) channel[at] = 0;
    }
  }
}

/** The piece as it may be used. @throws SoundFault */
function checked(job: DecodeFile, piece: Piece): Float32Array[] {
  const { channelData, samplesDecoded, sampleRate, errors } = piece;
  if (errors.length > 0 || samplesDecoded < 0) throw damaged();
  if (samplesDecoded === 0) return [];
  if (sampleRate !== job.sampleRate || channelData.length !== job.channels) {
    throw new SoundFault('it changes its form on the way');
  }
  silenceHoles(channelData);
  return channelData;
}

/** Frames that a FLAC says it has: those of its head, or else those that the heads of its frames add up to. */
function flacFramesSaid(read: ReadAt): number {
  const total = flacTotal(read);
  if (total > 0) return total;
  let sum = 0;
  for (const { frames } of flacFrames(read)) sum += frames;
  return sum;
}

/** The sound of a FLAC frame by frame. What its heads say is judged before it is decoded. @throws SoundFault */
async function* flacSound(job: DecodeFile, read: ReadAt, said: number) {
  const decoder = new FLACDecoder();
  await decoder.ready;
  let frames = 0;
  for (const frame of flacFrames(read)) {
    if (frame.channels !== job.channels) throw new SoundFault('it changes its form on the way');
    frames += frame.frames;
    if (frames > said) throw new SoundFault(`it says that it has ${said} frames and has more`);
    const piece = await decoder.decodeFrames([frame.bytes]);
    if (piece.samplesDecoded !== frame.frames) throw damaged();
    yield checked(job, piece);
  }
  decoder.free();
}

/**
 * The sound of an Ogg Vorbis packet by packet, without what its last packets have behind its end. The decoder is given
 * packets as its own parser would give them: that one calls it for each piece of a long comment, and each call before
 * the first sound fills as many channels as a number says that is not set yet (5 ms and more for 4 kB of comment).
 * @throws SoundFault
 */
async function* oggSound(job: DecodeFile, read: ReadAt, said: number) {
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  let identification: Uint8Array | null = null;
  let setup: Uint8Array | null = null;
  let frames = 0;
  for (const { number, bytes, isLast } of oggPackets(read)) {
    if (number === 0) identification = bytes.slice();
    else if (number === 2) setup = bytes.slice();
    else if (number > 2) {
      // It takes the headers with the first packet of sound.
      const page = {
        data: identification,
        codecFrames: [{ header: { vorbisSetup: setup }, data: bytes }],
      };
      const channels = checked(job, await decoder.decodeOggPages([page] as unknown as Pages));
      const length = channels[0]?.length ?? 0;
      const left = Math.max(0, said - frames);
      frames += length;
      if (frames > said && !isLast)
        throw new SoundFault(`it says that it has ${said} frames and has more`);
      yield left < length ? channels.map((channel) => channel.subarray(0, left)) : channels;
    }
  }
  decoder.free();
}

async function decodeOpen(job: DecodeFile, read: ReadAt): Promise<SoundFacts> {
  const said = job.kind === 'ogg' ? checkOgg(read) : flacFramesSaid(read);
  if (said > job.maxFrames) {
    throw new SoundFault(`it may last ${secondsOf(job.maxFrames, job.sampleRate)}`);
  }
  if (said <= 0) throw new SoundFault('it holds no sound');
  const measure = openMeasure(job, said);
  let frames = 0;
  let unrested = 0;
  for await (const piece of (job.kind === 'ogg' ? oggSound : flacSound)(job, read, said)) {
    const length = piece[0]?.length ?? 0;
    frames += length;
    measure?.add(piece);
    // A piece without sound is work as well.
    unrested += Math.max(1000, length * job.channels);
    if (unrested < REST_SAMPLES) continue;
    unrested = 0;
    await rest();
  }
  if (frames === 0) throw new SoundFault('it holds no sound');
  if (frames !== said) {
    throw new SoundFault(`it says that it has ${said} frames and has ${frames}`);
  }
  const { kind, sampleRate, channels } = job;
  return { kind, sampleRate, channels, frames, ...measure?.finish(frames) };
}

/**
 * Decodes a file to its end.
 * @returns what it really holds
 * @throws SoundFault when it cannot be used; anything else a decoder throws
 */
export async function decodeFile(job: DecodeFile): Promise<SoundFacts> {
  const file = openSync(job.path, 'r');
  try {
    return await decodeOpen(job, (into, position) =>
      readSync(file, into, 0, into.length, position),
    );
  } finally {
    closeSync(file);
  }
}
