/** Lines of LORE archives as its two writers spell them. */
import type { LoreRiff, LoreStem } from '../lore/documents.ts';

/** C++ prints "0x1.8p+0", Go "0x1.8p+00". */
export function hexOf(value: number, isGo = false): string {
  if (value === 0) return isGo ? '0x0p+00' : '0x0p+0';
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  let rest = Math.abs(value) / 2 ** exponent - 1;
  let digits = '';
  while (rest > 0) {
    rest *= 16;
    digits += Math.floor(rest).toString(16);
    rest -= Math.floor(rest);
  }
  const size = String(Math.abs(exponent)).padStart(isGo ? 2 : 1, '0');
  const point = digits ? '.' : '';
  return `${value < 0 ? '-' : ''}0x1${point}${digits}p${exponent < 0 ? '-' : '+'}${size}`;
}

export const riffOf = (
  id: string,
  stems: readonly string[],
  parts: Partial<LoreRiff> = {},
): LoreRiff => ({
  id,
  user: 'mia',
  createdSec: 1_600_000_000,
  root: 9,
  scale: 5,
  bps: Math.fround(2.05),
  barLength: 16,
  appVersion: 42,
  slots: Array.from({ length: 8 }, (_, slot) => ({
    stemId: stems[slot] ?? '',
    gain: stems[slot] ? 0.75 : 0,
    isOn: stems[slot] !== undefined,
  })),
  ...parts,
});

export const stemOf = (id: string, parts: Partial<LoreStem> = {}): LoreStem => ({
  id,
  user: 'tom',
  preset: 'Dust Kit',
  createdSec: 1_590_000_000,
  bps: 2,
  length16ths: 16,
  barLength: 16,
  sampleRate: 48_000,
  pitch: 0,
  colour: 'ff4d9de0',
  isDrum: true,
  isNote: false,
  isBass: false,
  isMic: false,
  ...parts,
});

type Spelling = 'c++' | 'go';

export function riffText(riff: LoreRiff, spelling: Spelling, magnitude = ', 0.5'): string {
  const hex = (value: number) => hexOf(value, spelling === 'go');
  const { bps, slots } = riff;
  // The rounded numbers are wrong on purpose: they must not be read.
  const head = [
    ...[`"${riff.user}"`, riff.createdSec, riff.root, '"A"', riff.scale, '"minor"'],
    ...['1.5', `"${hex(bps)}"`, '90', `"${hex(bps * 60)}"`, riff.barLength, riff.appVersion],
  ].join(', ');
  const [open, close] = spelling === 'go' ? ['[ ', ' ]'] : ['[', ']'];
  const places = slots.map(
    ({ stemId, gain, isOn }) => `${open}"${stemId}", 9, "${hex(gain)}", ${isOn}${close}`,
  );
  return ` "${riff.id}": [${head}, ${places.join(', ')}${magnitude} ]`;
}

export function stemText(stem: LoreStem, spelling: Spelling): string {
  const hex = (value: number) => hexOf(value, spelling === 'go');
  return ` "${stem.id}": [${[
    ...['"host"', '"bucket"', '"attachments/x"', '"audio/ogg"', 1234, stem.sampleRate],
    ...[stem.createdSec, `"${stem.preset}"`, `"${stem.user}"`, `"${stem.colour}"`],
    ...['1.5', `"${hex(stem.bps)}"`, '90', `"${hex(stem.bps * 60)}"`],
    ...[stem.length16ths, stem.pitch, stem.barLength],
    ...[stem.isDrum, stem.isNote, stem.isBass, stem.isMic],
  ].join(', ')}${spelling === 'go' ? ' ]' : ']'}`;
}

/** A whole `.yaml`. */
export function yamlOf(
  riffs: readonly (LoreRiff | string)[],
  stems: readonly (LoreStem | string)[],
  { spelling = 'c++' as Spelling, jamName = 'Night bus', jamId = 'bandabcdef0123' } = {},
): Blob {
  const text = [
    ...(spelling === 'go' ? ["# export from OUROCOSM private server 'x'"] : []),
    'export_time_unix: 1600000000',
    'export_ouroveon_version: "1.1.4"',
    `jam_name: "${jamName}"`,
    `jam_couch_id: "${jamId}"`,
    '# riffs schema',
    'riffs:',
    ...riffs.map((one) => (typeof one === 'string' ? one : riffText(one, spelling))),
    '# stems schema',
    'stems:',
    ...stems.map((one) => (typeof one === 'string' ? one : stemText(one, spelling))),
  ];
  return new Blob([`${text.join('\n')}\n`]);
}
