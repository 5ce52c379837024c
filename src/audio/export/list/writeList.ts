/** A playlist as one file with chapters. */
import { chaptersOf, creditsText, cueSheet } from '../../../data/rules/playlist/chapters.ts';
import { listLicence, listMakers } from '../../../data/rules/playlist/taking.ts';
import { fileText } from '../../../data/rules/sharing/exportNames.ts';
import type { TextBeside } from '../../state/exporting.ts';
import type { FileKind } from '../byteSink.ts';
import type { Run } from '../desk.ts';
import type { ListJob } from '../Exporter.ts';
import { writeStream } from '../soundFile.ts';
import type { SoundTags } from '../soundTags.ts';
import { soundKind } from '../writeExport.ts';
import { type ListDesk, listFrames, listPieces } from './listPieces.ts';

/** Credits in the tags of a file: what is longer is in the text beside it. In bytes of UTF-8. */
const CREDITS_BYTES = 8000;

/** The file that a job makes. */
export function listKind({ title, format }: ListJob): FileKind {
  return soundKind(`Rondo – ${fileText(title, 'Playlist')}`, format);
}

/** The first lines of a text that fit. */
function linesWithin(text: string, bytes: number): string {
  const encoder = new TextEncoder();
  let left = bytes;
  const lines = text.split('\n').filter((line) => {
    left -= encoder.encode(line).length + 1;
    return left >= 0;
  });
  return left < 0 ? `${lines.join('\n')}\n…` : text;
}

function tagsOf({ title, parts, leftOut }: ListJob): SoundTags {
  return {
    title,
    makers: listMakers(parts),
    licence: listLicence(parts),
    credits: linesWithin(creditsText(title, parts, leftOut), CREDITS_BYTES),
    chapters: chaptersOf(parts),
  };
}

/** What belongs beside the file: credits, and a cue sheet where one can tell so many parts. */
export function textsBeside(job: ListJob, fileName: string): TextBeside[] {
  const { title, parts, leftOut } = job;
  const base = fileName.replace(/\.\w+$/, '');
  const cue = cueSheet({ title, makers: listMakers(parts), fileName }, parts);
  return [
    { name: `${base} – Credits.txt`, text: creditsText(title, parts, leftOut) },
    ...(cue === null ? [] : [{ name: `${base}.cue`, text: cue }]),
  ];
}

/** Writes the file of a job into its sink. @throws Error that names what is not to be had */
export async function writeList(
  job: ListJob,
  { maker, signal }: Pick<ListDesk, 'maker' | 'signal'>,
  run: Pick<Run, 'sink' | 'expect' | 'step' | 'progress'>,
): Promise<void> {
  const { parts, format } = job;
  const entries = parts.map(({ entry }) => entry);
  const frames = listFrames(entries);
  run.expect(frames);
  const begun = (_: unknown, at: number) =>
    run.step(`${at + 1} of ${parts.length}: ${parts[at]!.title}`);
  const stream = {
    frames,
    isRound: false,
    pieces: () => listPieces({ maker, signal, begun }, entries),
    tags: tagsOf(job),
    signal,
  };
  await writeStream(stream, format, (bytes) => run.sink.write(bytes), run.progress);
}
