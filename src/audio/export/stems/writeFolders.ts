/** A whole jam as stem folders in one archive, written while its rifffs come: at any time one slot is in memory. */
import { categoryOf } from '../../../data/contract/categories.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { creditLines, stemRights } from '../../../data/rules/sharing/credits.ts';
import { fileText } from '../../../data/rules/sharing/exportNames.ts';
import { stemBpm, stemFileName, stemFolderName } from '../../../data/rules/sharing/stemFolders.ts';
import { barFrames, rifffBars } from '../../../data/rules/time/timing.ts';
import type { PatternMaker } from '../../loading/patternMaker.ts';
import { planSlots } from '../../player/slotPlans.ts';
import type { ExportPart } from '../../state/exporting.ts';
import type { FileKind } from '../byteSink.ts';
import { loadLoops, type Run, type SoundDesk } from '../desk.ts';
import type { FoldersJob } from '../Exporter.ts';
import { writeSlotSound } from '../slotSound.ts';
import { ZipWriter } from '../zipWriter.ts';

/** The archive's sizes are numbers of 32 bits. */
const MAX_ZIP_BYTES = 0xfff0_0000;
/** The archive's list of files has a number of 16 bits. */
const MAX_ZIP_FILES = 65_000;
/** Folders that the progress names one by one. */
const MAX_PARTS = 1000;

/** The file that a job makes. */
export function foldersKind({ title }: FoldersJob): FileKind {
  const name = `Rondo – ${fileText(title, 'Jam')} – stems.zip`;
  return { name, mime: 'application/zip', description: 'Stems' };
}

/** Frames of one round of a slot on the grid. */
function slotFrames(rifff: Rifff, slot: number): number {
  const { barLength, bps } = rifff.state;
  const bars = planSlots(rifff).plans[slot]?.pattern.grid.bars ?? rifffBars(rifff);
  return bars * barFrames(barLength, bps);
}

const tooLarge = () =>
  new RangeError('the jam does not fit into one archive: take it as a bundle instead');

interface Desk {
  readonly maker: PatternMaker;
  readonly signal: AbortSignal;
}

class FolderWriter {
  readonly parts: ExportPart[] = [];
  private readonly zip: ZipWriter;
  private readonly job: FoldersJob;
  private readonly desk: Desk;
  private readonly credits = new Map<string, string>();
  private readonly leftOut: string[] = [];
  private bytes = 0;
  private files = 0;
  private number = 0;

  constructor(
    job: FoldersJob,
    desk: Desk,
    take: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
  ) {
    this.job = job;
    this.desk = desk;
    this.zip = new ZipWriter(async (bytes) => {
      this.bytes += bytes.length;
      if (this.bytes > MAX_ZIP_BYTES) throw tooLarge();
      await take(bytes);
    });
  }

  /** Writes the folder of a rifff. */
  async rifff(rifff: Rifff): Promise<void> {
    this.number += 1;
    const folder = stemFolderName({
      number: this.number,
      title: this.job.title,
      key: { root: rifff.root, scale: rifff.scale },
    });
    const before = this.bytes;
    const rights = stemRights(rifff, this.job.userId, this.job.products);
    for (const { slot, loop, refusal } of rights) {
      this.desk.signal.throwIfAborted();
      const reason = refusal ?? (await this.stem(folder, rifff, slot, loop));
      if (reason !== null)
        this.leftOut.push(`${folder}, ${slot + 1} ${loop.name ?? ''}: ${reason}`);
    }
    for (const right of rights.filter(({ refusal }) => refusal === null)) {
      // Without the slot, which is another one in every rifff.
      const line = creditLines([right]).replace(/^\d+ /, '');
      this.credits.set(right.loop._id, line);
    }
    if (this.bytes > before && this.parts.length < MAX_PARTS) {
      this.parts.push({ name: folder, bytes: this.bytes - before });
    }
  }

  /** @returns why there is none, or null */
  private async stem(
    folder: string,
    rifff: Rifff,
    slot: number,
    loop: Loop,
  ): Promise<string | null> {
    const { nameOf = (id: string) => id } = this.job;
    const current = rifff.state.playback[slot]!.slot.current!;
    const name = stemFileName({
      slot: slot + 1,
      isHq: false,
      author: await nameOf(loop.creatorUserName),
      name: loop.name ?? categoryOf(current.category ?? loop.category).title,
      bpm: stemBpm(rifff.state.bps),
      created: loop.created,
    });
    const desk: SoundDesk = { ...this.desk, rifff };
    try {
      // Before anything is written: a file that was begun cannot be taken back.
      await loadLoops(desk, [slot]);
    } catch (error) {
      if (this.desk.signal.aborted) throw error;
      return 'it could not be loaded';
    }
    this.files += 1;
    if (this.files > MAX_ZIP_FILES) throw tooLarge();
    const entry = this.zip.begin(`${folder}/${name}`);
    await writeSlotSound(desk, { slot, frames: slotFrames(rifff, slot), depth: 24 }, entry);
    await entry.end();
    return null;
  }

  /** Writes who made what, and ends the archive. */
  async end(): Promise<void> {
    const lines = [this.job.title, '', ...this.credits.values()];
    if (this.leftOut.length > 0) lines.push('', 'Left out:', ...this.leftOut);
    await this.zip.addText('Credits.txt', `${lines.join('\n')}\n`);
    await this.zip.end();
  }
}

/**
 * Writes the archive of a job into its sink.
 * @returns its folders and what they take
 * @throws RangeError where nothing of it can be taken, or it is too large for an archive
 */
export async function writeFolders(
  job: FoldersJob,
  desk: Desk,
  run: Pick<Run, 'sink' | 'expect' | 'step' | 'progress'>,
): Promise<ExportPart[]> {
  const writer = new FolderWriter(job, desk, (bytes) => run.sink.write(bytes));
  run.expect(job.count);
  let number = 0;
  for await (const rifff of job.rifffs(desk.signal)) {
    desk.signal.throwIfAborted();
    number += 1;
    run.step(`Rifff ${number} of ${Math.max(number, job.count)}`);
    await writer.rifff(rifff);
    run.progress(1);
  }
  if (writer.parts.length === 0) throw new RangeError('nothing of it may be taken as stems');
  await writer.end();
  return writer.parts;
}
