/** Files being brought in, as panels show them. Their samples and outlines are kept elsewhere. */
import { proxy } from 'valtio/vanilla';

type ImportStatus = 'waiting' | 'reading' | 'ready' | 'refused' | 'adding' | 'added';

interface ImportProposal {
  readonly bpm: number;
  readonly bars: number;
  readonly isLoop: boolean;
  readonly startSec: number;
  readonly confidence: number;
}

/** What a person can set of a file. */
interface ImportSettings {
  title: string;
  /** A slug of `categories.ts`. */
  category: string;
  /** Quarter notes per second. */
  bps: number;
  length16ths: number;
  startSec: number;
  /** Is the whole file the loop? */
  isWhole: boolean;
  /** 0 to 11, or −1: it has no key. */
  root: number;
  /** Index into `SCALES`. */
  scale: number;
}

export interface ImportItem extends ImportSettings {
  readonly id: string;
  /** With its folder, where it came with one. */
  readonly fileName: string;
  status: ImportStatus;
  /** Why it was refused, or what is to be known of it; '' for nothing. */
  note: string;
  /** Seconds that were read. */
  durationSec: number;
  sampleRate: number;
  bitDepth: number;
  channels: number;
  /** Sixteenths in a bar. */
  barLength: number;
  /** Likeliest first. */
  proposals: readonly ImportProposal[];
  /** How sure the key is, 0 to 1. */
  keyConfidence: number;
  /** Files of one length that came together have the same; '' for a file of its own. */
  group: string;
  /** Has a person set its place, tempo or length? */
  isTouched: boolean;
  /** The device had no room for it: a reload loses it. */
  isUnkept: boolean;
}

interface ImportsState {
  items: ImportItem[];
  /** Id of the file whose settings are open, or ''. */
  selectedId: string;
  /** Id of the file that is heard, or ''. */
  heardId: string;
  /** Does a metronome sound with what is heard? */
  hasMetronome: boolean;
  /** Are stems set together? */
  isTogether: boolean;
}

export const imports = proxy<ImportsState>({
  items: [],
  selectedId: '',
  heardId: '',
  hasMetronome: true,
  isTogether: true,
});

/** The item of an id, or undefined once it is gone. */
export function importItem(id: string): ImportItem | undefined {
  return imports.items.find((item) => item.id === id);
}

export function addImportItems(items: readonly ImportItem[]): void {
  imports.items.push(...items);
}

/** Changes fields of an item, if it is still there. */
export function patchImportItem(id: string, change: Partial<ImportItem>): void {
  const item = importItem(id);
  if (item) Object.assign(item, change);
}

export function dropImportItem(id: string): void {
  imports.items = imports.items.filter((item) => item.id !== id);
  if (imports.selectedId === id) imports.selectedId = '';
}

/** Opens the settings of a file; '' closes them. */
export function selectImport(id: string): void {
  imports.selectedId = id;
}

export function patchImports(
  change: Partial<Pick<ImportsState, 'heardId' | 'hasMetronome' | 'isTogether'>>,
): void {
  Object.assign(imports, change);
}
