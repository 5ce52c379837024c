/**
 * Reads a LORE archive: `orx.*.yaml` with riffs and stems, and `orx.*.tar` with the sound. What is held of both is
 * where each thing lies; the tar is known by its heads and then read by slices.
 */
import { BlobWindow, linesOf } from '../files/blobBytes.ts';
import type { Finder } from '../files/finder.ts';
import { fileOf } from '../files/names.ts';
import { jamSource, type Reached, skipped } from '../files/source.ts';
import { type TarFile, tarFiles } from '../files/tarEntries.ts';
import type { JamSource, SourceFile, SourceItem } from '../JamSource.ts';
import { headerLine, riffLine, stemLine } from './archiveLines.ts';
import { jamOf, type LoreRiff, type LoreStem, type Made } from './documents.ts';
import { type LoreJam, walkJam } from './walkJam.ts';

/** Bytes of the head of a `.yaml`. */
const HEAD_BYTES = 8192;
/** Damaged lines that are named one by one. */
const MAX_NAMED = 200;

interface Place {
  readonly at: number;
  readonly bytes: number;
}
interface RiffPlace extends Place {
  readonly createdSec: number;
}

export interface LoreHead {
  readonly jamId: string;
  readonly jamName: string;
}

/** What the first lines of a `.yaml` say, or null where it is no archive of LORE's. */
export async function loreHead(yaml: Blob): Promise<LoreHead | null> {
  const head: Record<string, string> = {};
  for await (const { text } of linesOf(yaml.slice(0, HEAD_BYTES))) {
    const line = text === null ? null : headerLine(text);
    if (line?.key === 'riffs') break;
    if (line) head[line.key] = line.value;
  }
  const { jam_couch_id: jamId, jam_name: jamName = '' } = head;
  return jamId ? { jamId, jamName } : null;
}

/** Where everything of the two files lies. */
class Index {
  /** Oldest first, once all is read. */
  readonly riffs: RiffPlace[] = [];
  readonly stems = new Map<string, Place>();
  readonly sounds = new Map<string, TarFile>();
  readonly faults: SourceItem[] = [];
  private damaged = 0;

  async readYaml(yaml: Blob, reached: Reached): Promise<void> {
    let section = '';
    let number = 0;
    for await (const { at, bytes, text } of linesOf(yaml)) {
      number += 1;
      if (text !== null && (text.trim() === '' || text.startsWith('#'))) continue;
      const header = text === null ? null : headerLine(text);
      if (header) {
        section = header.key;
        continue;
      }
      if (section !== 'riffs' && section !== 'stems') continue;
      if (!this.takeLine(section, text, { at, bytes })) this.fault(section, number);
      reached(at);
    }
    if (this.damaged > MAX_NAMED) {
      const more = `${this.damaged - MAX_NAMED} more lines`;
      this.faults.push(skipped(more, 'they are damaged'));
    }
    this.riffs.sort((a, b) => a.createdSec - b.createdSec);
  }

  private takeLine(section: string, text: string | null, place: Place): boolean {
    if (text === null) return false;
    if (section === 'riffs') {
      const riff = riffLine(text);
      if (riff) this.riffs.push({ ...place, createdSec: riff.createdSec || 0 });
      return riff !== null;
    }
    const stem = stemLine(text);
    if (stem) this.stems.set(stem.id, place);
    return stem !== null;
  }

  private fault(section: string, number: number): void {
    this.damaged += 1;
    if (this.damaged > MAX_NAMED) return;
    const word = section === 'riffs' ? 'riff' : 'stem';
    this.faults.push(skipped(`${word} in line ${number}`, 'the line is damaged'));
  }

  async readTar(tar: Blob): Promise<void> {
    try {
      for await (const file of tarFiles(tar)) {
        // <jam>/<first letter>/<stem>, where the last part alone tells it.
        const id = fileOf(file.path).replace(/\.(ogg|flac)$/i, '');
        if (file.isWhole) this.sounds.set(id, file);
        else this.faults.push(skipped(`the sound of stem ${id}`, 'the archive ends inside it'));
      }
    } catch (error) {
      this.faults.push(skipped('the tar', (error as Error).message));
    }
  }
}

/** A jam over the places of an index. */
function jamOver(jam: LoreJam['jam'], index: Index, yaml: Blob, tar: Blob | null): LoreJam {
  // One window each: riffs and stems lie far apart, and are read by turns.
  const [riffs, stems] = [new BlobWindow(yaml), new BlobWindow(yaml)];
  return {
    jam,
    origin: 'LORE',
    async *riffs() {
      for (const { at, bytes } of index.riffs) {
        const made: LoreRiff = riffLine(await riffs.text(at, bytes))!;
        yield { made };
      }
    },
    async stem(id): Promise<Made<LoreStem>> {
      const place = index.stems.get(id);
      if (!place) return { reason: 'the archive says nothing of it' };
      return { made: stemLine(await stems.text(place.at, place.bytes))! };
    },
    async sound(id) {
      const file = index.sounds.get(id);
      if (!tar) throw new Error('its sound is in the .tar beside the .yaml, which was not brought');
      if (!file) throw new Error('its sound is not in the archive');
      return { file: file.blob };
    },
  };
}

async function* walk(
  yaml: Blob,
  tar: Blob | null,
  reached: Reached,
): AsyncGenerator<SourceItem, void> {
  const head = await loreHead(yaml);
  if (!head) throw new Error('it is no archive of LORE: it does not say which jam it is of');
  const index = new Index();
  await index.readYaml(yaml, reached);
  if (tar) await index.readTar(tar);
  const [oldest] = index.riffs;
  const first = oldest && riffLine(await new BlobWindow(yaml).text(oldest.at, oldest.bytes));
  const jam = await jamOf(head.jamId, head.jamName, first ?? undefined);
  let done = 0;
  const total = Math.max(1, index.riffs.length);
  yield* walkJam(jamOver(jam, index, yaml, tar), () => {
    done += 1;
    reached(yaml.size + ((tar?.size ?? 0) * done) / total);
  });
  yield* index.faults;
}

/**
 * A LORE archive as a source.
 * @param tar null where only the list was brought: names come in, and no sound
 */
export function readLore(yaml: Blob, tar: Blob | null): JamSource {
  return jamSource(yaml.size + (tar?.size ?? 0), (reached) => walk(yaml, tar, reached));
}

const baseOf = (path: string) => path.replace(/\.[^./]+$/, '').toLowerCase();

/** The folder that everything in a tar lies in: the id of its jam. */
async function folderOf(tar: Blob): Promise<string | null> {
  try {
    const { value } = await tarFiles(tar).next();
    return value ? (value.path.split('/')[0] ?? null) : null;
  } catch {
    return null;
  }
}

/** Finds archives of LORE: a list in YAML, and a tar that has its name or lies about its jam. */
export const loreFinder: Finder = async (files, { parts, taken, unknown }) => {
  const tars = files.filter(({ path }) => /\.tar$/i.test(path));
  const folders = new Map<SourceFile, string | null>();
  for (const tar of tars) folders.set(tar, await folderOf(tar.blob));
  for (const file of files) {
    if (!/\.ya?ml$/i.test(file.path)) continue;
    const head = await loreHead(file.blob);
    if (!head) continue;
    const isFree = (tar: SourceFile) => !taken.includes(tar);
    const tar =
      tars.find((one) => isFree(one) && baseOf(one.path) === baseOf(file.path)) ??
      tars.find((one) => isFree(one) && folders.get(one) === head.jamId);
    taken.push(file);
    if (!tar) {
      const reason =
        'the .tar that belongs to it is missing: bring both, for the sound is in there';
      unknown.push({ path: file.path, reason });
      continue;
    }
    taken.push(tar);
    const open = () => readLore(file.blob, tar.blob);
    parts.push({ kind: 'lore', what: 'LORE archive', name: head.jamName, jams: 1, open });
  }
  for (const { path } of tars.filter((tar) => !taken.includes(tar))) {
    if (!/(^|\/)orx\.[^/]*$/i.test(path)) continue;
    unknown.push({ path, reason: 'the .yaml that belongs to it is missing: bring both' });
  }
};
