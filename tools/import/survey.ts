/** Looks through a source without bringing anything in. */
import type { JamSource } from '../../src/audio/imports/JamSource.ts';

/** Most people that a survey names; others are not counted. */
const MAX_PEOPLE = 500;
const MAX_SKIPPED = 1000;

export interface Survey {
  readonly jams: readonly {
    readonly name: string;
    readonly loops: number;
    readonly rifffs: number;
    readonly messages: number;
  }[];
  /** Ids by which documents name them, in the order in which they appear. */
  readonly people: readonly string[];
  /** What is damaged or not known; whether every sound can be read is only known once it is brought in. */
  readonly skipped: readonly { readonly what: string; readonly reason: string }[];
  readonly skippedCount: number;
}

/** What is in a source. @throws what reading it throws, and the reason of the signal */
export async function surveyOf(source: JamSource, signal?: AbortSignal): Promise<Survey> {
  const jams: { name: string; loops: number; rifffs: number; messages: number }[] = [];
  const people = new Set<string>();
  const skipped: { what: string; reason: string }[] = [];
  let skippedCount = 0;
  for await (const item of source) {
    signal?.throwIfAborted();
    const jam = jams.at(-1);
    if (item.kind === 'jam') jams.push({ name: item.jam.name, loops: 0, rifffs: 0, messages: 0 });
    else if (item.kind === 'loop' && jam) jam.loops += 1;
    else if (item.kind === 'rifff' && jam) jam.rifffs += 1;
    else if (item.kind === 'message' && jam) jam.messages += 1;
    else if (item.kind === 'person' && people.size < MAX_PEOPLE) people.add(item.person.id);
    else if (item.kind === 'skipped') {
      skippedCount += 1;
      if (skipped.length < MAX_SKIPPED) skipped.push({ what: item.what, reason: item.reason });
    }
  }
  return { jams, people: [...people], skipped, skippedCount };
}
