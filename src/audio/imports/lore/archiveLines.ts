/**
 * Lines of LORE's `orx.*.yaml`, one riff or stem each. It looks like YAML, but its writers put names between quotes
 * without escaping them, so a reader of YAML stops at the first name with a quote in it. Source: JamExportTask of
 * OUROVEON (C++) and the export of OUROCOSM (Go); both spellings of numbers and spaces are read.
 */
import type { LoreRiff, LoreSlot, LoreStem } from './documents.ts';

/** Riffs have 700 characters, stems 400. */
const MAX_LINE = 4096;

const HEX_FLOAT = /^([+-]?)0x([0-9a-f]{1,14})(?:\.([0-9a-f]{0,14}))?p([+-]?\d{1,4})$/i;

/** A number as C's `%a` and Go's 'x' write it: "0x1.1e3c68p+1", "0x1.1e3c68p+01". NaN where it is none. */
export function hexFloat(text: string): number {
  const [, sign, whole, part = '', exponent] = HEX_FLOAT.exec(text.trim()) ?? [];
  if (whole === undefined) return Number.NaN;
  const fraction = part === '' ? 0 : Number.parseInt(part, 16) / 16 ** part.length;
  const value = (Number.parseInt(whole, 16) + fraction) * 2 ** Number(exponent);
  return sign === '-' ? -value : value;
}

/** The exact number, or the rounded one where the exact one is damaged. */
const exact = (decimal: string | undefined, hex: string | undefined) => {
  const value = hexFloat(hex ?? '');
  return Number.isFinite(value) ? value : Number(decimal);
};

/** Joins parts of a pattern; between things of a list stand a comma and any spaces. */
const list = (...parts: string[]) => parts.join(',\\s*');
const KEY = '^\\s*"?([^"\\s:]{1,200})"?:\\s*\\[\\s*';
const TEXT = '"([^"]*)"';
/** A name, quotes and all: it ends where what must follow it follows. */
const NAME = '"(.*?)"';
const NUMBER = '([^,\\s\\]]+)\\s*';
const BOOL = '(true|false|1|0)';

const RIFF = new RegExp(
  KEY +
    list(
      NAME,
      NUMBER,
      NUMBER,
      TEXT,
      NUMBER,
      TEXT,
      NUMBER,
      TEXT,
      NUMBER,
      TEXT,
      NUMBER,
      NUMBER,
      '(\\[.*)$',
    ),
  'i',
);
const SLOT = new RegExp(`\\[\\s*${list(TEXT, NUMBER, TEXT, BOOL)}\\s*\\]`, 'gi');
const STEM = new RegExp(
  KEY +
    list(
      ...[TEXT, TEXT, TEXT, TEXT, NUMBER, NUMBER, NUMBER, NAME, NAME, TEXT],
      ...[NUMBER, TEXT, NUMBER, TEXT, NUMBER, NUMBER, NUMBER, BOOL, BOOL, BOOL, BOOL],
    ),
  'i',
);
const HEADER = /^([a-z_]+):\s*(.*?)\s*$/;

const isTrue = (text: string | undefined) => text === '1' || text?.toLowerCase() === 'true';

/** A line below `riffs:`, or null where it is none. */
export function riffLine(text: string): LoreRiff | null {
  const found = text.length <= MAX_LINE ? RIFF.exec(text) : null;
  if (!found) return null;
  const [, id, user, created, root, , scale, , bps, bpsHex, , , barLength, version, rest] = found;
  const slots = [...rest!.matchAll(SLOT)].slice(0, 8).map(
    ([, stemId, gain, gainHex, isOn]): LoreSlot => ({
      stemId: stemId!,
      gain: exact(gain, gainHex),
      isOn: isTrue(isOn),
    }),
  );
  return {
    id: id!,
    user: user!,
    createdSec: Number(created),
    root: Number(root),
    scale: Number(scale),
    bps: exact(bps, bpsHex),
    barLength: Number(barLength),
    appVersion: Number(version),
    slots,
  };
}

/** A line below `stems:`, or null where it is none. */
export function stemLine(text: string): LoreStem | null {
  const found = text.length <= MAX_LINE ? STEM.exec(text) : null;
  if (!found) return null;
  const [, id, , , , , , rate, created, preset, user, colour, bps, bpsHex] = found;
  const [length16ths, pitch, barLength, isDrum, isNote, isBass, isMic] = found.slice(16);
  return {
    id: id!,
    user: user!,
    preset: preset!,
    createdSec: Number(created),
    bps: exact(bps, bpsHex),
    length16ths: Number(length16ths),
    barLength: Number(barLength),
    sampleRate: Number(rate),
    pitch: Number(pitch),
    colour: colour!,
    isDrum: isTrue(isDrum),
    isNote: isTrue(isNote),
    isBass: isTrue(isBass),
    isMic: isTrue(isMic),
  };
}

/** A line of the head: `jam_name: "…"`; null where it is none. */
export function headerLine(text: string): { key: string; value: string } | null {
  const [, key, value = ''] = HEADER.exec(text.slice(0, MAX_LINE)) ?? [];
  return key ? { key, value: /^".*"$/.test(value) ? value.slice(1, -1) : value } : null;
}
