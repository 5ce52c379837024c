/**
 * Riffs and stems as LORE and its relatives keep them, as documents of ours. Times there are seconds, tempos are
 * quarter notes a second in 32 bits, lengths are sixteenths; nothing of it is checked before it comes here.
 */
import {
  MAX_BAR_LENGTH_16THS,
  MAX_BPS,
  MAX_LOOP_LENGTH_16THS,
  MIN_BPS,
} from '../../../data/contract/constants.ts';
import { MAX_TIME_MS } from '../../../data/contract/fields.ts';
import type { ImportedJam } from '../../../data/contract/imports.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { PlaybackSlot, Rifff } from '../../../data/contract/rifff.ts';
import { readFileName } from '../../../data/rules/recording/fileName.ts';
import { keptId, nameText, personName } from '../files/names.ts';

export interface LoreStem {
  readonly id: string;
  readonly user: string;
  readonly preset: string;
  readonly createdSec: number;
  readonly bps: number;
  readonly length16ths: number;
  readonly barLength: number;
  readonly sampleRate: number;
  readonly pitch: number;
  /** 8 hex digits, ARGB. */
  readonly colour: string;
  readonly isDrum: boolean;
  readonly isNote: boolean;
  readonly isBass: boolean;
  readonly isMic: boolean;
}

export interface LoreSlot {
  /** Empty where nothing plays. */
  readonly stemId: string;
  /** Linear. */
  readonly gain: number;
  readonly isOn: boolean;
}

export interface LoreRiff {
  readonly id: string;
  readonly user: string;
  readonly createdSec: number;
  readonly root: number;
  readonly scale: number;
  readonly bps: number;
  readonly barLength: number;
  readonly appVersion: number;
  /** Eight of them, fewer where the source has fewer. */
  readonly slots: readonly LoreSlot[];
  /** The text about it there. */
  readonly tag?: { readonly favour: number; readonly note: string };
}

/** A document, or why there is none. */
export type Made<T> = { readonly made: T } | { readonly reason: string };

const isBps = (bps: number) => bps >= MIN_BPS && bps <= MAX_BPS;
const bpsFault = (bps: number) => ({ reason: `its tempo, ${bps * 60} bpm, is no tempo` });

function msOf(sec: number): number {
  const ms = Math.round(sec * 1000);
  return ms >= 0 && ms <= MAX_TIME_MS ? ms : 0;
}

function wholeIn(value: number, least: number, most: number, otherwise: number): number {
  const whole = Math.round(value);
  return whole >= least && whole <= most ? whole : otherwise;
}

const barLengthOf = (value: number) => wholeIn(value, 1, MAX_BAR_LENGTH_16THS, 16);

/** Presets that are effects: what they play is layers that were played through them again, of no kind of their own. */
const EFFECTS = new Set(
  (
    'keymasher,ripper,ringmod,bitcrusher,degrader,pitchmod,multicomb,freezer,zap delay,dub delay,compressor,lowpass,' +
    'highpass,reverb,gate,buzz,goto,saturator,delay,comb,distortion,smudge,channel'
  ).split(','),
);

/** What kind of sound it is: as the instrument says, and more closely where its preset's name does. */
function categoryOf({ preset, isDrum, isNote, isBass, isMic }: LoreStem): string {
  const named = readFileName(preset).category;
  if (isDrum) return named === 'perc' ? 'perc' : 'drums';
  if (isBass) return 'bass';
  if (isMic || preset.toLowerCase() === 'microphone')
    return named === 'vocals' ? 'vocals' : 'audio';
  if (EFFECTS.has(preset.toLowerCase())) return '?';
  if (isNote) return named === 'pads' || named === 'chords' ? named : 'leads';
  return named ?? '?';
}

function colourOf(text: string): { primaryColour?: string } {
  const [code] = /^[0-9a-f]{6}([0-9a-f]{2})?$/i.exec(text) ?? [];
  if (!code) return {};
  return { primaryColour: (code.length === 6 ? `ff${code}` : code).toLowerCase() };
}

const flags = (stem: LoreStem) =>
  Object.fromEntries(
    (['isDrum', 'isNote', 'isBass', 'isMic'] as const).flatMap((key) =>
      stem[key] ? [[key, true]] : [],
    ),
  );

/** A stem as a loop, without its sound. */
export async function loopOfStem(stem: LoreStem): Promise<Made<Loop>> {
  const { bps, preset, pitch } = stem;
  if (!isBps(bps)) return bpsFault(bps);
  const length16ths = wholeIn(stem.length16ths, 1, MAX_LOOP_LENGTH_16THS, 0);
  if (length16ths === 0) return { reason: `${stem.length16ths} sixteenths are no length` };
  const { id, originalKey } = await keptId(stem.id);
  const name = nameText(preset, 120);
  const loop: Loop = {
    _id: id,
    ...originalKey,
    ...(name && { name, presetName: name }),
    creatorUserName: personName(stem.user),
    created: msOf(stem.createdSec),
    startOffsetSamples: 0,
    barLength: barLengthOf(stem.barLength),
    length16ths,
    bps,
    sampleRate: stem.sampleRate >= 8000 && stem.sampleRate <= 192_000 ? stem.sampleRate : 48_000,
    category: categoryOf(stem),
    ...colourOf(stem.colour),
    ...(Number.isFinite(pitch) && pitch !== 0 && { originalPitch: pitch }),
    ...flags(stem),
  };
  return { made: loop };
}

const gainOf = (gain: number) => (Number.isFinite(gain) ? Math.min(16, Math.max(0, gain)) : 1);

async function placeOf(slot: LoreSlot | undefined): Promise<PlaybackSlot> {
  // A slot that is on and names nothing is as good as off.
  if (!slot?.stemId) return { slot: { current: null } };
  const { id } = await keptId(slot.stemId);
  const pitchShiftSettings = { shiftSemitones: 0, timeStretch: false };
  const current = {
    currentLoop: id,
    gain: gainOf(slot.gain),
    on: slot.isOn,
    type: 'Looper' as const,
    playbackRate: 1,
    pitchShiftSettings,
  };
  return { slot: { current } };
}

/**
 * A riff as a rifff of a jam.
 * @param parent the riff before it: these sources have no other lineage
 */
export async function rifffOfRiff(
  riff: LoreRiff,
  jamId: string,
  parent: string | null,
): Promise<Made<Rifff>> {
  if (!isBps(riff.bps)) return bpsFault(riff.bps);
  const { id, originalKey } = await keptId(riff.id);
  const playback = await Promise.all(
    Array.from({ length: 8 }, (_, slot) => placeOf(riff.slots[slot])),
  );
  const { tag, appVersion } = riff;
  const rifff: Rifff = {
    _id: id,
    ...originalKey,
    jamId,
    created: msOf(riff.createdSec),
    userName: personName(riff.user),
    state: { barLength: barLengthOf(riff.barLength), bps: riff.bps, playback },
    loops: [],
    root: wholeIn(riff.root, 0, 11, 0),
    scale: wholeIn(riff.scale, 0, 17, 0),
    parent: parent === null ? null : { jamId, rifffId: parent },
    ...(Number.isFinite(appVersion) && appVersion > 0 && { app_version: appVersion }),
    ...(tag && { importedTag: { favour: tag.favour, note: nameText(tag.note, 500) } }),
  };
  return { made: rifff };
}

/** A jam of which only id and name are known. */
export async function jamOf(
  couchId: string,
  name: string,
  first: { readonly createdSec: number; readonly barLength: number } | undefined,
): Promise<ImportedJam> {
  const { id } = await keptId(couchId);
  return {
    id,
    name: nameText(name, 60) || nameText(couchId, 60, 'A jam'),
    description: '',
    created: msOf(first?.createdSec ?? 0),
    barLength: barLengthOf(first?.barLength ?? 16),
  };
}
