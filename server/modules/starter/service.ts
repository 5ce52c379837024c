import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type StarterManifest, StarterManifestSchema } from '../../../src/data/contract/library.ts';
import type { Server } from '../../kernel/module.ts';
import { sha256 } from '../../plugins/identity.ts';
import { inLanes } from '../../plugins/inLanes.ts';
import type { Queries } from '../../ports/database/database.ts';
import { readNote, writeNote } from '../../ports/database/notes.ts';
import { reasonOf, StartError } from '../../startError.ts';
import { foldName } from '../library/repo.ts';
import * as repo from './repo.ts';

/** Raise it when the same manifest must be stored in another way. */
const SEED_VERSION = 1;
const NOTE = 'starter';
const OGG = 'audio/ogg';
/** Blobs written or looked for at the same time. */
const LANES = 16;

export interface StarterContext extends Pick<Server, 'database' | 'blobs'> {
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Folder that holds `manifest.json` and the files that it names. */
  readonly folder: string;
  /** Without plans the collections of partners are left out: their loops are retired. */
  readonly hasPlans: boolean;
}

interface StoredFile {
  readonly key: string;
  readonly hash: string;
  readonly size: number;
}

function parseManifest(text: Buffer, path: string): StarterManifest {
  try {
    return StarterManifestSchema.parse(JSON.parse(text.toString('utf8')));
  } catch (error) {
    throw new StartError(`The starter content ${path} is not valid (${reasonOf(error)}).`, {
      cause: error,
    });
  }
}

/** The starter content without the packs that have to be bought, and without their loops. */
function withoutCollections({ packs, loops, rifffs }: StarterManifest): StarterManifest {
  const locked = new Set(packs.filter(({ collection }) => collection).map(({ id }) => id));
  return {
    packs: packs.filter(({ id }) => !locked.has(id)),
    loops: loops.filter(({ family }) => !locked.has(family ?? '')),
    rifffs,
  };
}

/** Changes when the manifest, a file of it or the way of storing it changes. */
async function signatureOf(text: Buffer, manifest: StarterManifest, folder: string) {
  const hash = createHash('sha256').update(`${SEED_VERSION} `).update(text);
  const sizes = await inLanes(manifest.loops, LANES, async ({ file }) => {
    const { size } = await stat(join(folder, file));
    return `${file} ${size}`;
  });
  return hash.update(sizes.join('\n')).digest('hex');
}

/**
 * Brings loops, packs and rifffs of `folder` into the library. Blobs first, then every row and the note of
 * having done it in one transaction: a start that dies in between is made good by the next. When nothing
 * changed it only makes sure that every blob is there. Returns what it did.
 */
export async function seedStarter(context: StarterContext): Promise<'none' | 'kept' | 'stored'> {
  const { database, log, folder } = context;
  const path = join(folder, 'manifest.json');
  const text = await readFile(path).catch(() => undefined);
  if (!text) {
    log.warn({ path }, 'no starter content');
    return 'none';
  }
  const whole = parseManifest(text, path);
  const manifest = context.hasPlans ? whole : withoutCollections(whole);
  const signature = await signatureOf(text, manifest, folder).catch((error: unknown) => {
    throw new StartError(`A file of the starter content is missing (${reasonOf(error)}).`);
  });
  const isKnown = (await readNote(database.queries, NOTE)) === signature;
  if (isKnown && (await hasEveryBlob(context))) return 'kept';
  const files = await putFiles(context, manifest);
  await database.transaction(async (queries) => {
    await database.lock(queries, NOTE);
    await storeRows(queries, manifest, files);
    await writeNote(queries, NOTE, signature);
  });
  log.info(
    { loops: manifest.loops.length, rifffs: manifest.rifffs.length },
    'starter content stored',
  );
  return 'stored';
}

async function hasEveryBlob({ database, blobs }: StarterContext): Promise<boolean> {
  const media = await repo.findStarterMedia(database.queries);
  const found = await inLanes(media, LANES, ({ hash }) => blobs.has(hash));
  return found.every(Boolean);
}

async function putFiles(
  { blobs, folder }: StarterContext,
  manifest: StarterManifest,
): Promise<{ hash: string; size: number }[]> {
  return inLanes(manifest.loops, LANES, async ({ file }) => {
    const content = await readFile(join(folder, file));
    const hash = sha256(content);
    const known = await blobs.stat(hash);
    return known?.size === content.byteLength ? known : blobs.put(content);
  });
}

async function storeRows(
  queries: Queries,
  manifest: StarterManifest,
  blobs: readonly { hash: string; size: number }[],
): Promise<void> {
  const known = new Map(
    (await repo.findStarterMedia(queries)).map((row) => [row.loopId, row] as const),
  );
  // A key stays while its content does; new content gets a new key, because keys are cached for ever.
  const files = manifest.loops.map(({ _id }, at): StoredFile => {
    const blob = blobs[at]!;
    const before = known.get(_id);
    const key = before?.hash === blob.hash ? before.key : randomBytes(16).toString('hex');
    return { key, ...blob };
  });
  await repo.replacePacks(queries, packRows(manifest));
  await repo.replaceStarterLoops(queries, loopRows(manifest, files));
  await repo.replaceMedia(
    queries,
    files.map((file, at) => ({ ...file, mime: OGG, loopId: manifest.loops[at]!._id })),
  );
  await repo.replaceStarterRifffs(queries, rifffRows(manifest));
}

function packRows({ packs }: StarterManifest) {
  return packs.map(({ loopCount: _, collection, ...pack }, position) => ({
    ...pack,
    position,
    product: collection?.product ?? null,
    partner: collection?.partner ?? null,
    licence: collection ? JSON.stringify(collection.licence) : null,
  }));
}

function loopRows({ packs, loops }: StarterManifest, files: readonly StoredFile[]) {
  const collections = new Map(packs.map((pack) => [pack.id, pack] as const));
  return loops.map(({ file: _, ...loop }, at) => {
    const { key, size } = files[at]!;
    const oggAudio = { key, length: size, mime: OGG };
    const { collection, name = '' } = collections.get(loop.family ?? '') ?? {};
    const doc = {
      ...loop,
      isLibraryLoop: true,
      cdn_attachments: { oggAudio },
      ...(collection && {
        collection: { product: collection.product, name },
        license: collection.licence.slug,
      }),
    };
    return {
      id: loop._id,
      creatorId: loop.creatorUserName,
      created: loop.created,
      category: loop.category,
      packId: loop.family ?? null,
      product: collection?.product ?? null,
      nameFolded: foldName(loop.name ?? ''),
      isLibrary: true,
      origin: 'starter' as const,
      approval: 'approved' as const,
      isRemoved: false,
      doc: JSON.stringify(doc),
    };
  });
}

function rifffRows({ rifffs }: StarterManifest) {
  return rifffs.map(({ id, title, rifff }, position) => ({
    id,
    title,
    position,
    // Loops are embedded on reading, so that a removed one is gone everywhere.
    doc: JSON.stringify({ ...rifff, loops: [] }),
  }));
}
