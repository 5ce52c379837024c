/** The other textures of the ring drawing: ring data, envelopes and live spectra. */
import {
  DataTexture,
  FloatType,
  LinearFilter,
  NearestFilter,
  RedFormat,
  RepeatWrapping,
  RGBAFormat,
  UnsignedByteType,
} from 'three';
import { SPECTRUM_BINS, TELEMETRY_ROWS } from '../../audio/telemetry.ts';
import { RING_TEXELS, RINGS } from '../../drawing/shader.ts';

/** Numbers of one rifff in the ring texture. */
export const RIFFF_FLOATS = RINGS * RING_TEXELS * 4;
/** Numbers of one ring. */
export const RING_FLOATS = RING_TEXELS * 4;
export const ENVELOPE_BINS = 256;

/** Ring data: one row per rifff. @param capacity rifffs */
export function createRingTexture(capacity: number): DataTexture {
  const data = new Float32Array(capacity * RIFFF_FLOATS);
  const texture = new DataTexture(data, RINGS * RING_TEXELS, capacity, RGBAFormat, FloatType);
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

/** Thickness over one pass: one row per ring of every rifff, eight rows a rifff. */
export function createEnvelopeTexture(capacity: number): DataTexture {
  const data = new Uint8Array(capacity * RINGS * ENVELOPE_BINS).fill(128);
  const texture = new DataTexture(
    data,
    ENVELOPE_BINS,
    capacity * RINGS,
    RedFormat,
    UnsignedByteType,
  );
  texture.wrapS = RepeatWrapping;
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** The live spectra in the very memory that the engine fills. */
export function createSpectrumTexture(spectrum: Uint8Array): DataTexture {
  const texture = new DataTexture(
    spectrum as Uint8Array<ArrayBuffer>,
    SPECTRUM_BINS,
    TELEMETRY_ROWS,
    RedFormat,
    UnsignedByteType,
  );
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
