import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE_RATE_HZ } from '../../../src/data/contract/constants.ts';
import { type StarterManifest, StarterManifestSchema } from '../../../src/data/contract/library.ts';
import { missedBars, missedByTheWhole, type Neighbour } from './bars.ts';
import { type LoopPrint, loopDistance } from './distance.ts';
import { familySummary } from './families.ts';
import { measureAll } from './measureAll.ts';
import { loopTable, nameOf, type Row } from './table.ts';
import type { MeasureAnswer } from './worker.ts';

type Measured = Exclude<MeasureAnswer, { error: string }>;

/** What a report says: lines to print, and a sentence for every missed bar. */
export interface Report {
  readonly lines: string[];
  readonly missed: string[];
}

async function readManifest(folder: string): Promise<StarterManifest> {
  return StarterManifestSchema.parse(
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
  );
}

/** The loop nearest to each, among all that could be measured. */
function nearestOf(
  names: readonly string[],
  prints: readonly LoopPrint[],
): (Neighbour | undefined)[] {
  const nearest: (Neighbour | undefined)[] = new Array(prints.length);
  const offer = (at: number, other: number, distance: number) => {
    const known = nearest[at];
    if (!known || distance < known.distance) nearest[at] = { name: names[other]!, distance };
  };
  for (let a = 0; a < prints.length; a++) {
    for (let b = a + 1; b < prints.length; b++) {
      const { total } = loopDistance(prints[a]!, prints[b]!);
      offer(a, b, total);
      offer(b, a, total);
    }
  }
  return nearest;
}

/** What is wrong with a file before its sound counts, as sentences. */
function fileFaults(name: string, answer: MeasureAnswer): string[] {
  if ('error' in answer) return [`${name} cannot be measured: ${answer.error}`];
  const { sampleRate, channels } = answer;
  return sampleRate === SAMPLE_RATE_HZ && channels === 2
    ? []
    : [`${name} has ${channels} channels at ${sampleRate} Hz`];
}

/**
 * Decodes and measures everything that `folder`'s manifest names.
 * @throws when the manifest is missing or does not follow its schema
 */
export async function reportOn(folder: string): Promise<Report> {
  const manifest = await readManifest(folder);
  const jobs = manifest.loops.map((loop) => ({ loop, path: join(folder, loop.file) }));
  const answers = await measureAll(jobs);
  const missed = answers.flatMap((answer, at) => fileFaults(nameOf(manifest.loops[at]!), answer));
  const measured = manifest.loops.flatMap((loop, at) => {
    const answer = answers[at]!;
    return 'error' in answer ? [] : [{ loop, answer: answer as Measured }];
  });
  const nearest = nearestOf(
    measured.map(({ loop }) => nameOf(loop)),
    measured.map(({ answer }) => answer.print),
  );
  const rows: Row[] = measured.map(({ loop, answer: { measures } }, at) => {
    const neighbour = nearest[at];
    return { loop, measures, nearest: neighbour, missed: missedBars(loop, measures, neighbour) };
  });
  for (const { loop, missed: sentences } of rows) {
    missed.push(...[...sentences.values()].map((sentence) => `${nameOf(loop)} ${sentence}`));
  }
  const bytes = new Map(measured.map(({ loop, answer }) => [loop._id, answer.bytes]));
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  const families = familySummary(manifest, rows, bytes);
  missed.push(...families.missed, ...missedByTheWhole(manifest, bytes));
  const size = `${manifest.loops.length} loops, ${(total / 1e6).toFixed(2)} MB`;
  return { lines: [...loopTable(rows), '', ...families.lines, '', size], missed };
}
