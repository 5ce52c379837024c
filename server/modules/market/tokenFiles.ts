/** Files that a token names: its cover, its document, and the sound of its loops. */

import { LICENSE_SLUGS } from '../../../src/data/contract/accountOptions.ts';
import { PRODUCT_NAME } from '../../../src/data/contract/constants.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { removeUnused } from '../../kernel/content.ts';
import { sha256 } from '../../plugins/identity.ts';
import type { TokenMetadata } from '../../ports/chain/chain.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRows, insertRows, removeRows } from '../../ports/database/rows.ts';
import type { StoredMaker, TokenFileRow } from '../../ports/database/schemaMarket.ts';
import { findNames } from '../jams/lineageRepo.ts';
import type { MarketContext } from './context.ts';
import { dropFiles, findMint, isPrepared, lockMint, moveMint } from './mintRepo.ts';
import { tokenFileUrl } from './presentTokens.ts';

/** Names what stands in the document of a token, should it ever change. */
const DOCUMENT_FORMAT = 'rondo-rifff-1';
const SOUND_MIME = 'audio/ogg';

export type TokenFile = Omit<TokenFileRow, 'tokenId' | 'place'>;

/** Content that is not in the store yet. */
interface NewContent {
  readonly hash: string;
  readonly bytes: Buffer;
}

/** What a token is made of. */
export interface TokenParts {
  /** In the order in which its page lists them. */
  readonly files: readonly TokenFile[];
  readonly contents: readonly NewContent[];
  readonly metadata: TokenMetadata;
}

const inBase64 = (hash: string) => Buffer.from(hash, 'hex').toString('base64');

/** The Ogg of each loop that has one, by the id of the loop. */
async function findSounds(queries: Queries, loops: readonly Loop[]) {
  const ids = loops.map(({ _id }) => _id);
  if (ids.length === 0) return new Map<string, { hash: string; size: number }>();
  const columns = ['loopId', 'hash', 'size'] as const;
  const rows = await findRows(queries, 'media', { loopId: ids, mime: SOUND_MIME }, columns);
  return new Map(rows.map(({ loopId, ...sound }) => [loopId as string, sound]));
}

/** A name that a file may have anywhere: letters, digits and dashes of what it was called, never empty. */
function fileName(place: number, name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40);
  return `${place}-${plain.replace(/^-|-$/g, '') || 'loop'}.ogg`;
}

/** A line for wallets and markets elsewhere. */
const describe = (names: readonly string[]): string =>
  `A rifff${names.length > 0 ? ` by ${names.join(', ')}` : ''}, made with ${PRODUCT_NAME}`;

interface Described {
  readonly title: string;
  readonly rifff: Rifff;
  readonly makers: readonly StoredMaker[];
}

/** People by name, as the document says it for good. */
async function describeMakers(queries: Queries, { rifff, makers }: Described) {
  const ids = new Set([rifff.userName, ...makers.map(({ userId }) => userId)].filter(Boolean));
  const names = await findNames(queries, [...ids]);
  return [...names].map(([id, name]) => {
    const maker = makers.find(({ userId }) => userId === id);
    return { id, name, account: maker?.accountId ?? null, bps: maker?.bps ?? 0 };
  });
}

/**
 * Draws and writes down what a token names. The document says everything that it takes to play the rifff again: its
 * state, and the files of its loops by their SHA-256.
 * @param described `rifff` as answers show it, with its loops
 */
export async function makeTokenParts(
  { database, drawCover, publicUrl }: Pick<MarketContext, 'database' | 'drawCover' | 'publicUrl'>,
  described: Described,
): Promise<TokenParts> {
  const { queries } = database;
  const { title, rifff } = described;
  const address = (hash: string) => `${publicUrl ?? ''}${tokenFileUrl(hash, undefined)}`;
  const cover = await drawCover(rifff);
  const coverHash = sha256(cover);
  const sounds = await findSounds(queries, rifff.loops);
  const people = await describeMakers(queries, described);
  const heard = rifff.loops.flatMap((loop) => {
    const sound = sounds.get(loop._id);
    return sound ? [{ loop, ...sound }] : [];
  });
  const named = new Map(people.map(({ id, name }) => [id, name]));
  const document = {
    format: DOCUMENT_FORMAT,
    title,
    by: PRODUCT_NAME,
    created: new Date(rifff.created).toISOString(),
    jamId: rifff.jamId,
    rifffId: rifff._id,
    license: LICENSE_SLUGS.find((slug) => slug === rifff.license) ?? null,
    makers: people,
    cover: { url: address(coverHash), sha256: coverHash, mime: 'image/png' },
    loops: heard.map(({ loop, hash, size }) => ({
      id: loop._id,
      name: loop.name ?? '',
      maker: named.get(loop.creatorUserName) ?? loop.creatorUserName,
      license: loop.license ?? null,
      url: address(hash),
      sha256: hash,
      mime: SOUND_MIME,
      size,
      bps: loop.bps,
      length16ths: loop.length16ths,
      startOffsetSamples: loop.startOffsetSamples,
      sampleRate: loop.sampleRate,
    })),
    rifff: { state: rifff.state, root: rifff.root, scale: rifff.scale },
  };
  const reference = Buffer.from(`${JSON.stringify(document, null, 1)}\n`);
  const referenceHash = sha256(reference);
  return {
    files: [
      { name: 'cover.png', hash: coverHash, mime: 'image/png', size: cover.length },
      {
        name: 'rifff.json',
        hash: referenceHash,
        mime: 'application/json',
        size: reference.length,
      },
      ...heard.map(({ loop, hash, size }, at) => ({
        name: fileName(at + 1, loop.name ?? ''),
        hash,
        mime: SOUND_MIME,
        size,
      })),
    ],
    contents: [
      { hash: coverHash, bytes: cover },
      { hash: referenceHash, bytes: reference },
    ],
    metadata: {
      title,
      description: describe(people.map(({ name }) => name)),
      media: address(coverHash),
      media_hash: inBase64(coverHash),
      reference: address(referenceHash),
      reference_hash: inBase64(referenceHash),
      // Milliseconds, as the contracts of the standard's examples have it (NEP-177 says when, not in which unit).
      issued_at: String(Date.now()),
    },
  };
}

/** A rifff that cannot be put together any more. */
export class PartsGone extends Error {}

/**
 * Stores the parts of a mint with its row, in one transaction: what a row names is in the store. Again: nothing changes.
 * @throws PartsGone where the sound of a loop went meanwhile
 */
export async function storeTokenParts(
  { database, blobs }: Pick<MarketContext, 'database' | 'blobs'>,
  tokenId: string,
  { files, contents, metadata }: TokenParts,
  more: { readonly royalty: string; readonly makers: string },
): Promise<void> {
  const hashes = [...new Set(files.map(({ hash }) => hash))].sort();
  let isStored = false;
  try {
    for (const { bytes } of contents) await blobs.put(bytes);
    isStored = await database.transaction(async (transaction) => {
      // Always in the same order, as uploads do.
      for (const hash of hashes) await database.lock(transaction, `blob:${hash}`);
      await lockMint(database, transaction, tokenId);
      const mint = await findMint(transaction, tokenId);
      if (mint?.state !== 'planned' || isPrepared(mint)) return false;
      // Someone may have removed the same content between storing it and naming it.
      for (const { hash, bytes } of contents) if (!(await blobs.has(hash))) await blobs.put(bytes);
      for (const { hash } of files) {
        if (!(await blobs.has(hash))) throw new PartsGone('the sound of a loop is gone');
      }
      const changes = { ...more, metadata: JSON.stringify(metadata) };
      await moveMint(transaction, mint, changes);
      await insertRows(
        transaction,
        'tokenFiles',
        files.map((file, place) => ({ ...file, tokenId, place })),
      );
      return true;
    });
  } finally {
    if (!isStored) for (const { hash } of contents) await removeUnused({ database, blobs }, hash);
  }
}

/** Forgets tokens and what happened to them, and lets go of their files. The chain knows them still. */
export async function dropTokens(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await dropFiles(queries, ids);
  await removeRows(queries, 'tokenEvents', { tokenId: ids });
  await removeRows(queries, 'tokenMakers', { tokenId: ids });
  await removeRows(queries, 'tokens', { id: ids });
}
