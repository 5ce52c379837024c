/** What a loop's document stores about its sound: measured where the loop is made, and again where it is uploaded. */
import { encodeBytes } from '../data/contract/loopData.ts';
import { loopBands } from './bands.ts';
import { loopLoudness } from './loudness.ts';
import { loopPeaks } from './peaks.ts';
import { type SpectralShape, spectralShape } from './spectralShape.ts';
import { storedChroma } from './storedChroma.ts';

/** Measures of one pass, as the functions of their names have them. */
export interface MeasuredLoop {
  readonly peaks: Uint8Array;
  readonly bands: Uint8Array;
  readonly chroma: number[];
  /** −Infinity for silence. */
  readonly loudnessLufs: number;
  readonly shape: SpectralShape;
}

/** The same as a document has them; tables are base64, as `LoopSchema` says. */
export interface LoopAnalysis {
  /** Left out for silence. */
  readonly loudnessLufs?: number;
  readonly chroma: number[];
  readonly peaks: string;
  readonly bands: string;
  readonly flatness: string;
  readonly crest: string;
  readonly timbre: string;
}

/**
 * Measures one pass of a loop that is held whole.
 * @param channels one or two, equally long
 * @param sampleRate Hz
 */
export function measureLoop(
  channels: readonly Float32Array[],
  sampleRate: number,
  length16ths: number,
): MeasuredLoop {
  return {
    peaks: loopPeaks(channels),
    bands: loopBands(channels, sampleRate),
    chroma: storedChroma(channels, sampleRate),
    loudnessLufs: loopLoudness(channels, sampleRate),
    shape: spectralShape(channels, sampleRate, length16ths),
  };
}

/** The least that a document stores. */
const LEAST_LUFS = -120;

/** A loudness as a document stores it, not below −120 LUFS; nothing for silence. */
export function storedLoudness(lufs: number): Pick<LoopAnalysis, 'loudnessLufs'> {
  return Number.isFinite(lufs) ? { loudnessLufs: Math.max(LEAST_LUFS, lufs) } : {};
}

/** Measures as a document stores them. */
export function storedAnalysis({
  peaks,
  bands,
  chroma,
  loudnessLufs,
  shape,
}: MeasuredLoop): LoopAnalysis {
  return {
    ...storedLoudness(loudnessLufs),
    chroma,
    peaks: encodeBytes(peaks),
    bands: encodeBytes(bands),
    flatness: encodeBytes(shape.flatness),
    crest: encodeBytes(shape.crest),
    timbre: encodeBytes(shape.timbre),
  };
}
