/** What each kind of export writes. */

import { loopInSlot } from '../../data/rules/draft/draft.ts';
import { nameIn } from '../../data/rules/sharing/credits.ts';
import { exportName, slotName, stemName } from '../../data/rules/sharing/exportNames.ts';
import { licenceWords } from '../../data/rules/sharing/licences.ts';
import type { ExportPart } from '../state/exporting.ts';
import type { FileKind } from './byteSink.ts';
import { exportFrames } from './chunks.ts';
import { loadLoops, type Run, type SoundDesk, soundingSlots } from './desk.ts';
import type { ExportJob, SoundFormat } from './Exporter.ts';
import { projectFrames, writeProject } from './project/writeProject.ts';
import { writeSound } from './soundFile.ts';
import type { SoundTags } from './soundTags.ts';
import { ZipWriter } from './zipWriter.ts';

/** The archive's sizes are numbers of 32 bits. */
const MAX_ZIP_BYTES = 0xfff0_0000;
const ENDING: Readonly<Record<SoundFormat, string>> = {
  wav16: 'wav',
  wav24: 'wav',
  wavFloat: 'wav',
  flac: 'flac',
  ogg: 'ogg',
};
const MIME: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
};
/** Most bytes that a frame of stereo takes. */
const FRAME_BYTES: Readonly<Record<SoundFormat, number>> = {
  wav16: 4,
  wav24: 6,
  wavFloat: 8,
  flac: 6,
  ogg: 2,
};

/** The file of a sound that is called `base`. */
export function soundKind(base: string, format: SoundFormat): FileKind {
  const ending = ENDING[format];
  return { name: `${base}.${ending}`, mime: MIME[ending]!, description: 'Sound' };
}

/** The file that a job makes. @throws Error when this browser makes none */
export async function kindOf({ rifff, title, wish }: ExportJob): Promise<FileKind> {
  const base = exportName(rifff, title);
  if (wish.kind === 'mix') return soundKind(base, wish.format);
  if (wish.kind === 'stems') {
    return { name: `${base} – stems.zip`, mime: 'application/zip', description: 'Stems' };
  }
  if (wish.kind === 'project') {
    return { name: `${base}.dawproject`, mime: 'application/zip', description: 'DAWproject' };
  }
  const { videoKind } = await import('./video/writeVideo.ts');
  return videoKind(base, wish.size);
}

/** What a mix says of itself. */
const tagsOf = ({ title, makers = '', licence = '', credits }: ExportJob): SoundTags => ({
  title,
  makers,
  licence,
  credits,
});

/** What a stem says of itself: it is one loop, with its maker and licence. */
function stemTags({ rifff, title }: ExportJob, slot: number): SoundTags {
  const loop = loopInSlot(rifff, slot);
  const licence = loop && !loop.isLibraryLoop ? licenceWords(loop.license) : '';
  const makers = nameIn(rifff, loop?.creatorUserName ?? '');
  return { title: stemName(rifff, title, slot), makers, licence, credits: loop?.name ?? '' };
}

async function writeMix(run: Run, format: SoundFormat): Promise<ExportPart[]> {
  const { rifff, turns, tail } = run.job;
  run.expect(exportFrames(rifff, turns, tail));
  const take = (bytes: Uint8Array<ArrayBuffer>) => run.sink.write(bytes);
  const plan = { turns, tail, slots: soundingSlots(rifff), tags: tagsOf(run.job) };
  await writeSound(run.desk, plan, format, take, run.progress);
  return [];
}

async function writeStems(
  run: Run,
  format: SoundFormat,
  slots: readonly number[],
): Promise<ExportPart[]> {
  const { rifff, title, turns, tail, credits } = run.job;
  const frames = exportFrames(rifff, turns, tail);
  if (slots.length * frames * FRAME_BYTES[format] > MAX_ZIP_BYTES) {
    throw new RangeError('so many stems do not fit into one archive: take fewer turns or bits');
  }
  run.expect(frames * slots.length);
  const zip = new ZipWriter((bytes) => run.sink.write(bytes));
  const parts: ExportPart[] = [];
  for (const slot of slots) {
    run.step(slotName(rifff, slot));
    const name = `${stemName(rifff, title, slot)}.${ENDING[format]}`;
    const entry = zip.begin(name);
    // A stem is what the slot plays, also where the mix has it muted.
    const desk = { ...run.desk, rifff: withSlotOn(run.desk, slot) };
    const plan = { turns, tail, slots: [slot], tags: stemTags(run.job, slot) };
    await writeSound(desk, plan, format, entry.write, run.progress);
    await entry.end();
    parts.push({ name, bytes: entry.size });
  }
  if (credits)
    parts.push({ name: 'Credits.txt', bytes: await zip.addText('Credits.txt', credits) });
  await zip.end();
  return parts;
}

function withSlotOn({ rifff }: SoundDesk, slot: number) {
  const playback = rifff.state.playback.map((entry, at) => {
    const { current } = entry.slot;
    return at === slot && current
      ? { ...entry, slot: { ...entry.slot, current: { ...current, on: true } } }
      : entry;
  });
  return { ...rifff, state: { ...rifff.state, playback } };
}

async function writeDawProject(run: Run, slots: readonly number[]): Promise<ExportPart[]> {
  const { job, desk, sink } = run;
  const frames = projectFrames(job.rifff, slots, job.turns);
  if (frames * FRAME_BYTES.wavFloat > MAX_ZIP_BYTES) {
    throw new RangeError('the loops do not fit into one archive');
  }
  run.expect(frames);
  const zip = new ZipWriter((bytes) => sink.write(bytes));
  const parts = await writeProject(desk, job, slots, zip, run.progress);
  await zip.end();
  return parts;
}

/** Makes the file of a run into its sink. @returns what is in it, where it is an archive */
export async function writeExport(run: Run): Promise<ExportPart[]> {
  const { wish, rifff } = run.job;
  run.step('Loading the loops');
  await loadLoops(run.desk, 'slots' in wish ? wish.slots : soundingSlots(rifff));
  run.step(wish.kind === 'mix' ? 'Mix' : 'Loops');
  if (wish.kind === 'mix') return writeMix(run, wish.format);
  if (wish.kind === 'stems') return writeStems(run, wish.format, wish.slots);
  if (wish.kind === 'project') return writeDawProject(run, wish.slots);
  const { writeVideo } = await import('./video/writeVideo.ts');
  return writeVideo(run, wish);
}
