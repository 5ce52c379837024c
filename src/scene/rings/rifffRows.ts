/** A rifff's profiles in the atlas and envelopes in theirs, rewritten only where data or size changed. */
import { muteLines } from '../../drawing/glyph.ts';
import type { RingLayout, RingPlace } from '../../drawing/layout.ts';
import type { RifffModel, RingModel } from '../../drawing/model.ts';
import { thicknessCurve } from '../../drawing/motion.ts';
import {
  keylineSteps,
  PROFILE_CHANNELS,
  profileSamples,
  writeKeyline,
  writeProfile,
} from '../../drawing/profile.ts';
import type { AtlasPart, ProfileAtlas } from './profileAtlas.ts';

const profiles = new Map<number, Float32Array>();

/** A scratch profile of `samples` samples, shared by everybody. */
function scratch(samples: number): Float32Array {
  let profile = profiles.get(samples);
  if (!profile) {
    profile = new Float32Array(samples * PROFILE_CHANNELS);
    profiles.set(samples, profile);
  }
  return profile;
}

const peakIds = new WeakMap<Uint8Array, number>();
let nextPeakId = 1;

function peakId(peaks: Uint8Array): number {
  let id = peakIds.get(peaks);
  if (!id) {
    id = nextPeakId;
    nextPeakId += 1;
    peakIds.set(peaks, id);
  }
  return id;
}

interface Row {
  key: string;
  part: AtlasPart;
}

/** Selected and focused ring of a rifff, as indices of its layout; −1 none. */
export interface KeyedRings {
  selected: number;
  focused: number;
}

/** The rows of one rifff. */
export class RifffRows {
  /** Parts of the rings, in the order of the layout. */
  readonly rings: Row[] = [];
  selected: Row | null = null;
  focused: Row | null = null;
  samples = 0;
  private readonly atlas: ProfileAtlas;

  constructor(atlas: ProfileAtlas) {
    this.atlas = atlas;
  }

  /**
   * Brings every row up to date.
   * @param radiusPx radius of the rifff in device pixels, which decides the resolution
   * @param bitePx width of ground round the outline in CSS pixels
   */
  update(model: RifffModel, layout: RingLayout, radiusPx: number, bitePx: number): void {
    const samples = profileSamples(radiusPx);
    if (samples !== this.samples) this.release();
    this.samples = samples;
    while (this.rings.length > layout.rings.length) this.atlas.release(this.rings.pop()!.part);
    const line = muteLines(layout.radius).outline;
    layout.rings.forEach((place, at) => {
      const ring = model.rings[place.index]!;
      const isSmall = layout.radius < 44;
      const isLast = at === layout.rings.length - 1;
      const distances = {
        gap: layout.gap,
        line: isSmall && ring.isOn ? 0 : line,
        outerLine: isLast ? bitePx : isSmall ? 0 : layout.gap + line,
      };
      const key = `${ringKey(ring, place, layout)}|${distances.line}|${distances.outerLine}`;
      const row = this.rings[at];
      if (row?.key === key) return;
      const part = row?.part ?? this.atlas.take(samples);
      const profile = scratch(samples);
      writeProfile(ring, place, layout.radius, distances, profile);
      this.atlas.write(part, profile);
      this.rings[at] = { key, part };
    });
  }

  /** Brings the keylines up to date with what is selected and focused. */
  updateKeylines(model: RifffModel, layout: RingLayout, keyed: KeyedRings): void {
    this.selected = this.keyline(this.selected, model, layout, keyed.selected, false);
    this.focused = this.keyline(this.focused, model, layout, keyed.focused, true);
  }

  /** Gives all rows back. */
  release(): void {
    for (const row of this.rings) this.atlas.release(row.part);
    if (this.selected) this.atlas.release(this.selected.part);
    if (this.focused) this.atlas.release(this.focused.part);
    this.rings.length = 0;
    this.selected = null;
    this.focused = null;
  }

  private keyline(
    row: Row | null,
    model: RifffModel,
    layout: RingLayout,
    at: number,
    isFocus: boolean,
  ): Row | null {
    const place = layout.rings[at];
    if (!place) {
      if (row) this.atlas.release(row.part);
      return null;
    }
    const ring = model.rings[place.index]!;
    const key = ringKey(ring, place, layout);
    if (row?.key === key) return row;
    const part = row?.part ?? this.atlas.take(this.samples);
    const profile = scratch(this.samples);
    writeKeyline(ring, place, layout.radius, keylineSteps(layout.gap, isFocus), profile);
    this.atlas.write(part, profile);
    return { key, part };
  }
}

function ringKey(ring: RingModel, place: RingPlace, layout: RingLayout): string {
  const { outer, amplitude, cells, mostCells } = place;
  const size = `${layout.radius.toFixed(2)}|${outer.toFixed(2)}|${amplitude.toFixed(2)}|${cells}/${mostCells}`;
  return `${peakId(ring.peaks)}|${ring.category}|${ring.repeats}|${size}`;
}

/** Writes the thickness curve of a ring into its envelope row. */
export function writeEnvelope(ring: RingModel, row: Uint8Array): void {
  const bands = ring.bands ?? new Uint8Array(0);
  row.set(thicknessCurve(bands, ring.peaks, ring.passSec ?? 4));
}
