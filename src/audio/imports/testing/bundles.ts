/** Bundles made in memory, and a server of the calls that an import makes, with nothing behind it. */
import { packTar } from 'modern-tar';
import { ApiError } from '../../../data/contract/errors.ts';
import type { ImportedMessage, ImportedPerson } from '../../../data/contract/imports.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import { type Rifff, RifffSchema } from '../../../data/contract/rifff.ts';
import type { ImportCalls } from '../run/ImportCalls.ts';

const encoder = new TextEncoder();

/** A tar of texts and bytes under their paths, in their order. */
export async function tarOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Blob> {
  const entries = Object.entries(files).map(([name, content]) => {
    const body = typeof content === 'string' ? encoder.encode(content) : content;
    return { header: { name, size: body.length, type: 'file' as const }, body };
  });
  return new Blob([(await packTar(entries)) as Uint8Array<ArrayBuffer>]);
}

export const loopOf = (id: string, parts: Partial<Loop> = {}): Loop => ({
  _id: id,
  creatorUserName: 'mia',
  created: 1_700_000_000_000,
  startOffsetSamples: 0,
  barLength: 16,
  length16ths: 16,
  bps: 2,
  sampleRate: 48_000,
  category: 'drums',
  ...parts,
});

/** A rifff without its loops, as lines of bundles have it. */
export function rifffOf(
  id: string,
  loopIds: readonly string[],
  parent: string | null = null,
): Rifff {
  const playback = Array.from({ length: 8 }, (_, slot) => ({
    slot: { current: loopIds[slot] ? { currentLoop: loopIds[slot] } : null },
  }));
  return RifffSchema.parse({
    _id: id,
    created: 1_700_000_000_000,
    userName: 'mia',
    state: { barLength: 16, bps: 2, playback },
    loops: [],
    parent: parent && { jamId: 'band0123456789', rifffId: parent },
  });
}

export const HEAD = {
  format: 'rondo-jam',
  version: 1,
  exported: 1_700_000_000_000,
  origin: 'https://jams.example',
  jam: { id: 'band0123456789', name: 'Night bus', description: '', created: 1_690_000_000_000 },
};
export const END = { rifffs: 2, loops: 2, messages: 1, people: 1, withoutSound: [] as object[] };

export const lines = (...documents: readonly unknown[]) =>
  documents.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('');

/** What a server of imports was told. */
export class ImportWorld implements ImportCalls {
  readonly begun: string[] = [];
  readonly people_: ImportedPerson[] = [];
  readonly loops = new Map<string, { loop: Loop; file: Blob; master?: Blob }>();
  readonly stored = new Map<string, Rifff>();
  readonly told: ImportedMessage[] = [];
  readonly batches: string[] = [];
  finished = 0;
  /** Thrown by the next calls, one each; undefined lets one pass. */
  faults: (ApiError | undefined)[] = [];
  /** Ids of rifffs that it refuses as a call. */
  refused = new Set<string>();

  private step(what: string): void {
    this.batches.push(what);
    const fault = this.faults.shift();
    if (fault) throw fault;
  }

  async begin(body: { jam: { id: string; name: string } }) {
    this.step('begin');
    this.begun.push(body.jam.id);
    return {
      id: `import-${body.jam.id}`,
      kind: 'rondo' as const,
      origin: '',
      jamId: body.jam.id,
      name: body.jam.name,
      state: 'open' as const,
      created: 0,
      rifffs: 0,
      loops: 0,
      messages: 0,
      isProven: false,
      hasOwn: false,
    };
  }

  async people(_id: string, people: readonly ImportedPerson[]) {
    this.step(`people ${people.length}`);
    this.people_.push(...people);
  }

  async missingLoops(_id: string, ids: readonly string[]) {
    this.step(`missing ${ids.length}`);
    return ids.filter((id) => !this.loops.has(id));
  }

  async loop(_id: string, sent: { loop: Loop; file: Blob; master?: Blob }) {
    this.step(`loop ${sent.loop._id}`);
    this.loops.set(sent.loop._id, sent);
    return { id: sent.loop._id, outcome: 'stored' as const };
  }

  async rifffs(_id: string, rifffs: readonly Rifff[]) {
    this.step(`rifffs ${rifffs.length}`);
    if (rifffs.some((one) => this.refused.has(one._id))) {
      throw new ApiError('bad_request', 'The rifff is wrong');
    }
    return {
      results: rifffs.map((rifff) => {
        const outcome = this.stored.has(rifff._id) ? ('same' as const) : ('stored' as const);
        this.stored.set(rifff._id, rifff);
        return { id: rifff._id, outcome };
      }),
    };
  }

  async messages(_id: string, messages: readonly ImportedMessage[]) {
    this.step(`messages ${messages.length}`);
    this.told.push(...messages);
    return { results: messages.map(({ id }) => ({ id, outcome: 'stored' as const })) };
  }

  async finish() {
    this.step('finish');
    this.finished += 1;
    return {} as never;
  }
}
