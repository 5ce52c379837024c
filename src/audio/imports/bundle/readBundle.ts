/** Reads a bundle of another Rondo (`contract/bundle.ts`). Of its sound only the places are held. */
import {
  BUNDLE_LINES_BYTES,
  BundleEndSchema,
  type BundleHead,
  BundleHeadSchema,
} from '../../../data/contract/bundle.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import { ImportedMessageSchema, ImportedPersonSchema } from '../../../data/contract/imports.ts';
import { type Loop, LoopSchema } from '../../../data/contract/loop.ts';
import { RifffSchema } from '../../../data/contract/rifff.ts';
import { bytesOf, linesOf } from '../files/blobBytes.ts';
import type { Finder } from '../files/finder.ts';
import { nameText } from '../files/names.ts';
import { jamSource, type Reached, skipped } from '../files/source.ts';
import { isTar, type TarFile, tarFiles } from '../files/tarEntries.ts';
import type { JamSource, SourceItem, SourceSound } from '../JamSource.ts';

const HEAD = 'rondo.json';
const END = 'end.json';
/** `end.json` may list ten thousand loops without sound. */
const MAX_END_BYTES = 4 * 1024 * 1024;

/** A bundle that is none. */
export class NoBundle extends Error {
  override name = 'NoBundle';
}

async function jsonOf(blob: Blob): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await bytesOf(blob)));
  } catch {
    return undefined;
  }
}

/**
 * What a bundle says of itself, and the same as it stands there, which is what was signed.
 * @throws NoBundle with a sentence for people
 */
export async function bundleHead(blob: Blob): Promise<{ head: BundleHead; asWritten: unknown }> {
  const first = await tarFiles(blob).next();
  if (first.done || first.value.path !== HEAD || first.value.size > BUNDLE_LINES_BYTES) {
    throw new NoBundle(`it does not begin with ${HEAD}`);
  }
  const json = await jsonOf(first.value.blob);
  const head = BundleHeadSchema.safeParse(json);
  if (head.success) return { head: head.data, asWritten: json };
  const version = (json as { version?: unknown } | null | undefined)?.version;
  if (typeof version === 'number' && version > 1) {
    throw new NoBundle(`it is of version ${version}, which this Rondo is too old for`);
  }
  throw new NoBundle(`its ${HEAD} cannot be read`);
}

type LinesKind = 'people' | 'loops' | 'rifffs' | 'messages';

/** "loops.jsonl", "loops.0001.jsonl". */
const linesKind = (path: string) =>
  /^(people|loops|rifffs|messages)(\.\d+)?\.jsonl$/.exec(path)?.[1] as LinesKind | undefined;

/** What lies where. */
interface Places {
  readonly lines: { readonly kind: LinesKind; readonly file: TarFile }[];
  /** By the id of the loop. */
  readonly ogg: Map<string, TarFile>;
  readonly flac: Map<string, TarFile>;
  /** Why a loop has no sound, by its id. */
  readonly without: Map<string, string>;
  /** What is wrong with the file as a whole. */
  readonly faults: SourceItem[];
}

async function readEnd(file: TarFile, places: Places): Promise<void> {
  const end =
    file.size <= MAX_END_BYTES ? BundleEndSchema.safeParse(await jsonOf(file.blob)) : undefined;
  if (!end?.success) {
    places.faults.push(skipped(END, 'it cannot be read'));
    return;
  }
  for (const { id, reason } of end.data.withoutSound) places.without.set(id, reason);
}

/** One pass over the heads of the archive. */
async function placesOf(blob: Blob): Promise<Places> {
  const places: Places = {
    lines: [],
    ogg: new Map(),
    flac: new Map(),
    without: new Map(),
    faults: [],
  };
  let hasEnd = false;
  try {
    for await (const file of tarFiles(blob)) {
      const kind = linesKind(file.path);
      const [, id, ending] = /^audio\/([A-Za-z0-9_-]{1,64})\.(ogg|flac)$/.exec(file.path) ?? [];
      if (!file.isWhole)
        places.faults.push(skipped(file.path, 'the file ends in the middle of it'));
      else if (kind) places.lines.push({ kind, file });
      else if (id) (ending === 'ogg' ? places.ogg : places.flac).set(id, file);
      else if (file.path === END) {
        hasEnd = true;
        await readEnd(file, places);
      }
    }
  } catch (error) {
    places.faults.push(skipped('the archive', (error as Error).message));
  }
  if (!hasEnd) {
    const reason = 'it was cut off before its end; what is there was taken';
    places.faults.push(skipped('the bundle', reason));
  }
  return places;
}

/** The files of a loop. @throws Error that says why there are none */
function soundOf(places: Places, id: string): SourceSound {
  const ogg = places.ogg.get(id)?.blob;
  const flac = places.flac.get(id)?.blob;
  if (ogg) return { file: ogg, ...(flac && { master: flac }) };
  if (flac) return { file: flac };
  throw new Error(places.without.get(id) ?? 'its sound is not in the bundle');
}

/** Of the loops of a rifff only what is left of those whose sound is gone: all others have lines of their own. */
function removedLoops({ loops }: { readonly loops?: unknown }): Loop[] {
  return (Array.isArray(loops) ? loops.slice(0, MAX_LOOPS_PER_RIFFF) : []).flatMap((one) => {
    const loop = LoopSchema.safeParse(one);
    return loop.success && loop.data.isRemoved === true ? loop.data : [];
  });
}

/** What a line stands for; a reason where it stands for nothing. */
function itemOf(kind: LinesKind, json: unknown, places: Places): SourceItem | string {
  if (kind === 'people') {
    const person = ImportedPersonSchema.safeParse(json);
    return person.success ? { kind: 'person', person: person.data } : 'it is no person';
  }
  if (kind === 'messages') {
    const message = ImportedMessageSchema.safeParse(json);
    return message.success ? { kind: 'message', message: message.data } : 'it is no message';
  }
  if (kind === 'loops') {
    const loop = LoopSchema.safeParse(json);
    if (!loop.success) return `it is no loop (${loop.error.issues[0]?.path.join('.')})`;
    const { data } = loop;
    return { kind: 'loop', loop: data, sound: async () => soundOf(places, data._id) };
  }
  const rifff = RifffSchema.safeParse(
    typeof json === 'object' && json !== null ? { ...json, loops: removedLoops(json) } : json,
  );
  if (!rifff.success) return `it is no rifff (${rifff.error.issues[0]?.path.join('.')})`;
  return { kind: 'rifff', rifff: rifff.data };
}

const SINGULAR: Readonly<Record<LinesKind, string>> = {
  people: 'person',
  loops: 'loop',
  rifffs: 'rifff',
  messages: 'message',
};

/** What to call a line that is left out. */
function lineName(kind: LinesKind, json: unknown, path: string, line: number): string {
  const { _id, id } = (json ?? {}) as { _id?: unknown; id?: unknown };
  const own = [_id, id].find((one) => typeof one === 'string');
  return `${SINGULAR[kind]} ${nameText(own, 64) || `in line ${line} of ${path}`}`;
}

async function* itemsOfLines(
  kind: LinesKind,
  file: TarFile,
  places: Places,
): AsyncGenerator<SourceItem, void> {
  if (file.size > BUNDLE_LINES_BYTES) {
    yield skipped(file.path, `it is larger than ${BUNDLE_LINES_BYTES} bytes`);
    return;
  }
  let number = 0;
  for await (const { text } of linesOf(file.blob)) {
    number += 1;
    if (text === null || text.trim() === '') continue;
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      yield skipped(lineName(kind, null, file.path, number), 'it is damaged');
      continue;
    }
    const item = itemOf(kind, json, places);
    yield typeof item === 'string' ? skipped(lineName(kind, json, file.path, number), item) : item;
  }
}

async function* walk(blob: Blob, reached: Reached): AsyncGenerator<SourceItem, void> {
  const { head, asWritten } = await bundleHead(blob);
  const origin = nameText(head.origin, 120, 'another place');
  yield { kind: 'jam', from: 'rondo', origin, jam: head.jam, head: asWritten };
  const places = await placesOf(blob);
  // Whatever order a file has them in: people, then loops, then what is made of them.
  for (const wanted of ['people', 'loops', 'rifffs', 'messages'] as const) {
    for (const { kind, file } of places.lines) {
      if (kind !== wanted) continue;
      reached(file.from + file.size);
      yield* itemsOfLines(kind, file, places);
    }
  }
  yield* places.faults;
  reached(blob.size);
}

/**
 * A bundle as a source.
 * @returns a source whose walk throws `NoBundle` where the file is none
 */
export function readBundle(blob: Blob): JamSource {
  return jamSource(blob.size, (reached) => walk(blob, reached));
}

/** Finds bundles of other Rondos among files. */
export const bundleFinder: Finder = async (files, { parts, taken, unknown }) => {
  for (const file of files) {
    if (!/\.tar$/i.test(file.path) || !(await isTar(file.blob))) continue;
    try {
      const { jam } = (await bundleHead(file.blob)).head;
      const open = () => readBundle(file.blob);
      parts.push({ kind: 'rondo', what: 'Rondo bundle', name: jam.name, jams: 1, open });
      taken.push(file);
    } catch (error) {
      // A tar of something else is for the others to look at.
      const isOurs = /\.rondo\.tar$/i.test(file.path);
      if (isOurs && error instanceof NoBundle) {
        unknown.push({
          path: file.path,
          reason: `as a Rondo bundle it is damaged: ${error.message}`,
        });
      }
    }
  }
};
