/** A file as it stands on the list before it has been read, and the loop in it as it is set. */
import { readFileName } from '../../../data/rules/fileName.ts';
import { newId } from '../../../data/rules/ids.ts';
import type { LoopCut } from '../../../data/rules/imports.ts';
import type { ImportItem } from '../../state/files.ts';
import type { GivenFile, ImportHints } from '../FileImports.ts';

/** A file that waits to be read. */
export function newItem(given: GivenFile, { rifffBps, barLength }: ImportHints): ImportItem {
  const { title, category } = readFileName(given.path);
  return {
    id: newId(),
    fileName: given.path,
    status: 'waiting',
    note: '',
    title,
    category: category ?? 'audio',
    bps: rifffBps ?? 2,
    length16ths: 4 * barLength,
    startSec: 0,
    isWhole: false,
    root: -1,
    scale: 0,
    durationSec: 0,
    sampleRate: 0,
    bitDepth: 0,
    channels: 0,
    barLength,
    proposals: [],
    keyConfidence: 0,
    group: '',
    isTouched: false,
    isUnkept: false,
  };
}

/** Place, tempo and length of a file. */
export const cutIn = ({ bps, length16ths, startSec, isWhole }: ImportItem): LoopCut => ({
  bps,
  length16ths,
  startSec,
  isWhole,
});
