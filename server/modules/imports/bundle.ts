import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { isImportedId } from '../../../src/data/contract/accountOptions.ts';
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type BundleEnd,
  type BundleHead,
  type LineProof,
} from '../../../src/data/contract/bundle.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { type Loop, LoopSchema } from '../../../src/data/contract/loop.ts';
import { type Rifff, RifffSchema } from '../../../src/data/contract/rifff.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { signedHead, signedLine } from '../../../src/data/rules/sharing/bundleProof.ts';
import { createExports, type InTurn, inTurns } from '../../plugins/exports.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findReadableJam, type JamFor } from '../jams/access.ts';
import { keepsOrder } from '../jams/clubs.ts';
import { withoutUnnamed } from '../jams/present.ts';
import type { BundleKey } from './bundleKey.ts';
import { bundlePeople } from './bundlePeople.ts';
import { bundledLoops, bundledMessages, bundledRifffs, type SoundFile } from './bundleRows.ts';
import { TAR_END, tarHead, tarPadding } from './tar.ts';

export interface BundleContext {
  readonly queries: Queries;
  readonly blobs: BlobStore;
  /** Address of this server, for people. */
  readonly origin: () => string;
  /** What bundles are signed with. */
  readonly key: BundleKey;
}

/** Whom a bundle is written for. */
export interface BundleTaker {
  readonly identity: Identity;
  /** Their page on the server that it goes to; null where they named none. */
  readonly goesTo: string | null;
}

/** Loops that `end.json` names at most. */
const MOST_WITHOUT = 10_000;

/** The jam of a bundle: the caller is one of those who make it. Throws `not_found` as reading does, and `forbidden`. */
async function requireMaker(queries: Queries, identity: Identity, jamId: string): Promise<JamFor> {
  const jam = await findReadableJam(queries, identity, jamId);
  if (jam.role !== null && jam.role !== 'guest') return jam;
  throw new ApiError(
    'forbidden',
    'A jam is taken along by those who make it: its owner and its members',
  );
}

/** Writes entries of an archive, all of one time. */
function archive(timeMs: number) {
  const counts = new Map<string, number>();
  const file = (name: string, content: Buffer) =>
    Buffer.concat([tarHead(name, content.length, timeMs), content, tarPadding(content.length)]);
  return {
    json: (name: string, value: unknown) => file(name, Buffer.from(`${JSON.stringify(value)}\n`)),
    /** One entry of lines; nothing for none. */
    *lines(kind: string, rows: readonly unknown[]): Generator<Buffer> {
      if (rows.length === 0) return;
      const number = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, number);
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      yield file(`${kind}.${String(number).padStart(4, '0')}.jsonl`, Buffer.from(text));
    },
    head: (name: string, size: number) => tarHead(name, size, timeMs),
  };
}

type Archive = ReturnType<typeof archive>;

/** Writes documents as a reader has them, each with its proof. @param bundle what its lines are signed for */
function signer({ key }: Pick<BundleContext, 'key'>, bundle: string) {
  /** The account behind a stored name; names from elsewhere have none, and so has `''`. */
  const accountOf = (id: string) => (id === '' || isImportedId(id) ? null : id);
  const line = (kind: 'loop' | 'rifff', doc: object, said: Omit<LineProof, 'signature'>) => {
    const text = signedLine(bundle, kind, { ...doc }, said);
    return { ...doc, proof: { ...said, signature: key.sign(text) } };
  };
  return {
    loop(doc: Loop, creatorId: string, files: readonly SoundFile[]): object {
      const sound = Object.fromEntries(
        files.map(({ mime, hash }) => [mime === 'audio/flac' ? 'flac' : 'ogg', hash]),
      );
      const read = LoopSchema.safeParse(doc).data ?? doc;
      return line('loop', read, { account: accountOf(creatorId), sound });
    },
    rifff(doc: Rifff, userId: string): object {
      const read = RifffSchema.safeParse(doc).data ?? doc;
      return line('rifff', read, { account: accountOf(userId) });
    },
  };
}

const ENDINGS: Readonly<Record<string, string>> = { 'audio/flac': 'flac', 'audio/ogg': 'ogg' };

/** A file of a loop as it comes out of the store, a piece at a time. */
async function* soundPieces(
  blobs: BlobStore,
  tar: Archive,
  id: string,
  { hash, mime, size }: SoundFile,
): AsyncGenerator<Buffer> {
  const source = await blobs.get(hash);
  yield tar.head(`audio/${id}.${ENDINGS[mime] ?? 'bin'}`, size);
  let bytes = 0;
  for await (const piece of source) {
    bytes += (piece as Buffer).length;
    yield piece as Buffer;
  }
  if (bytes !== size) throw new Error(`the content ${hash} has ${bytes} bytes, not ${size}`);
  yield tarPadding(size);
}

/**
 * The whole archive, a piece at a time; no more than a page of rows, or a piece of a file, is held.
 * @param check throws when the taker may have no more of it
 */
async function* pieces(
  context: BundleContext,
  { identity, goesTo }: BundleTaker,
  jam: JamFor,
  check: () => Promise<unknown>,
): AsyncGenerator<Buffer> {
  const { queries, blobs, origin, key } = context;
  const { id, name, description, created, barLength } = jam;
  const { userId } = identity;
  const exported = Date.now();
  const tar = archive(exported);
  const people = await bundlePeople(queries, id);
  const bundle = newId();
  const sign = signer(context, bundle);
  const taker = { account: userId, name: people.nameOf(userId) };
  const unsigned: BundleHead = {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    exported,
    origin: origin(),
    jam: { id, name, description, created, barLength },
    proof: { key: key.publicKey, bundle, taker, goesTo, signature: '' },
  };
  const signature = key.sign(signedHead(unsigned));
  const head: BundleHead = { ...unsigned, proof: { ...unsigned.proof!, signature } };
  const count = { rifffs: 0, loops: 0, messages: 0, people: 0 };
  const withoutSound: BundleEnd['withoutSound'] = [];
  const silent = new Set<string>();
  yield tar.json('rondo.json', head);
  const first = await people.first();
  count.people += first.length;
  yield* tar.lines('people', first);
  const takesAll = jam.club === null || keepsOrder(jam.role);
  for await (const page of bundledLoops(queries, id, { userId, takesAll })) {
    await check();
    const there = await Promise.all(
      page.map(async (loop) => {
        const found = await Promise.all(loop.files.map(({ hash }) => blobs.has(hash)));
        const files = loop.files.filter((_, at) => found[at]);
        const isLost = files.length === 0 && loop.without === null;
        return { ...loop, files, without: isLost ? 'Its file is not there' : loop.without };
      }),
    );
    count.loops += there.length;
    yield* tar.lines(
      'loops',
      there.map(({ doc, creatorId, files }) => sign.loop(people.loop(doc), creatorId, files)),
    );
    for (const { doc, files, without } of there) {
      if (without !== null) {
        silent.add(doc._id);
        if (withoutSound.length < MOST_WITHOUT) withoutSound.push({ id: doc._id, reason: without });
      }
      for (const file of files) yield* soundPieces(blobs, tar, doc._id, file);
    }
  }
  for await (const page of bundledRifffs(queries, id, silent)) {
    await check();
    const shown = await withoutUnnamed(queries, page);
    const named = await people.namedBy(shown);
    count.people += named.length;
    yield* tar.lines('people', named);
    count.rifffs += shown.length;
    yield* tar.lines(
      'rifffs',
      shown.map((rifff, at) => sign.rifff(people.rifff(rifff), page[at]!.userName)),
    );
  }
  for await (const page of bundledMessages(queries, id)) {
    await check();
    count.messages += page.length;
    yield* tar.lines(
      'messages',
      page.map((message) => ({ ...message, user: people.nameOf(message.user) })),
    );
  }
  yield tar.json('end.json', { ...count, withoutSound } satisfies BundleEnd);
  yield TAR_END;
}

/** The bundle of a jam for a person who is no maker of it, as long as `check` lets them. */
export type JamPieces = (
  taker: BundleTaker,
  jam: JamFor,
  check: () => Promise<unknown>,
) => AsyncGenerator<Buffer>;

export const jamPiecesOf =
  (context: BundleContext): JamPieces =>
  (...about) =>
    pieces(context, ...about);

/** The bundle of a jam piece by piece, each in its turn. Fails in the middle when the caller is put out of the jam. */
export async function bundlePieces(
  context: BundleContext,
  taker: BundleTaker,
  jam: JamFor,
  inTurn: InTurn,
): Promise<AsyncGenerator<Buffer>> {
  // A person who was put out of the jam meanwhile gets nothing more.
  const check = () => requireMaker(context.queries, taker.identity, jam.id);
  return inTurns(pieces(context, taker, jam, check), async () => {}, inTurn);
}

/** What a bundle of a jam is called as a file: letters and digits of its name. */
export const bundleName = ({ name, id }: Pick<JamFor, 'name' | 'id'>): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || id;

/** Bundles of this node: one at a time for each account. Throws `not_found`, `forbidden`, `too_many_requests`. */
export function createBundler(context: BundleContext, log: FastifyBaseLogger) {
  const start = createExports(context.queries, log, {
    key: 'bundle',
    running: 'A jam is being downloaded already: one at a time',
  });
  return async (taker: BundleTaker, jamId: string): Promise<{ name: string; file: Readable }> => {
    const { identity } = taker;
    const jam = await requireMaker(context.queries, identity, jamId);
    const file = await start(identity.userId, (inTurn) =>
      bundlePieces(context, taker, jam, inTurn),
    );
    return { name: bundleName(jam), file };
  };
}
