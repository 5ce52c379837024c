/** How exported files are called: what a person reads in a folder, and what `readFileName` reads back. */
import { categoryOf } from '../../contract/categories.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { keyName } from '../../contract/scales.ts';
import { loopInSlot, playingSlot } from '../draft/draft.ts';

/** Characters that some file system does not take, and invisible ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const FORBIDDEN = /[/\\:*?"<>|\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\ufeff]/g;
/** Longest title in a name: with all that stands around it a name stays under 200 bytes of UTF-8. */
const MAX_TITLE_CHARS = 32;

/** A text as part of a file's name; never empty. */
export function fileText(text: string, otherwise = 'Untitled'): string {
  const clean = text.normalize('NFC').replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim();
  return [...clean].slice(0, MAX_TITLE_CHARS).join('').trim() || otherwise;
}

/** Beats a minute with at most two decimals. */
export function bpmText(bps: number): string {
  return String(Math.round(bps * 6000) / 100);
}

/** "A minor", "Eb dorian". */
export function keyText(root: number, scale: number): string {
  const [note, ...name] = keyName(root, scale).split(' ');
  return [note, ...name.map((word) => word.toLowerCase())].join(' ');
}

/** Name without its ending: "Rondo – title – 120 bpm – A minor". */
export function exportName(rifff: Rifff, title: string): string {
  const { bps } = rifff.state;
  const key = keyText(rifff.root, rifff.scale);
  return `Rondo – ${fileText(title)} – ${bpmText(bps)} bpm – ${key}`;
}

/** What a slot is called in its file: "1 Bass". */
export function slotName(rifff: Rifff, slot: number): string {
  const category = playingSlot(rifff, slot)?.category ?? loopInSlot(rifff, slot)?.category;
  return `${slot + 1} ${categoryOf(category).title}`;
}

/** Name of a stem without its ending: "Rondo – title – 120 bpm – A minor – 1 Bass". */
export function stemName(rifff: Rifff, title: string, slot: number): string {
  return `${exportName(rifff, title)} – ${slotName(rifff, slot)}`;
}
