/**
 * A whole jam in one file: a tar (POSIX ustar with pax headers where a name or size needs them) whose entries come in
 * this order, so that it can be written and read without keeping it in memory:
 *
 *   rondo.json            one `BundleHead`
 *   people.jsonl          one `ImportedPerson` a line
 *   loops.jsonl           one Loop a line, `url` and `endpoint` left out
 *   audio/<loopId>.flac   the master, where there is one
 *   audio/<loopId>.ogg    the Ogg file, where there is one
 *   rifffs.jsonl          one Rifff a line without its loops, oldest first, so that parents come before children
 *   messages.jsonl        one `ImportedMessage` a line, oldest first
 *   end.json              one `BundleEnd`: a file without it was cut off
 *
 * The `.jsonl` entries may stand several times (`loops.0001.jsonl` and so on), each at most 4 MB, because a tar names
 * the size of an entry before its bytes. Lines that are not known are passed over. `docs/bundle.schema.json` is the same as JSON Schema.
 */
import * as z from 'zod';
import { IdSchema } from './fields.ts';
import { ImportedJamSchema } from './imports.ts';

export const BUNDLE_FORMAT = 'rondo-jam';
export const BUNDLE_VERSION = 1;
export const BUNDLE_ENDING = '.rondo.tar';
export const BUNDLE_MIME = 'application/x-tar';
/** Bytes of one entry of lines. */
export const BUNDLE_LINES_BYTES = 4 * 1024 * 1024;

/** An Ed25519 public key, 32 bytes, and a signature, 64 bytes (RFC 8032), in base64url without padding. */
export const BundleKeySchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be an Ed25519 key');
const SignatureSchema = z.string().regex(/^[A-Za-z0-9_-]{86}$/, 'must be an Ed25519 signature');
const Sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256');

/** What the server that wrote a bundle says with its signature: `signedHead` of `rules/sharing/bundleProof.ts` is signed. */
export const HeadProofSchema = z.object({
  /** The key of the server that wrote it. */
  key: BundleKeySchema,
  /** Of this bundle alone; every line is signed for it. */
  bundle: IdSchema,
  /** The account that took it along, and what documents of this bundle call it. */
  taker: z.object({ account: z.string().max(64), name: z.string().max(64) }),
  /** Whom the taker named as themselves elsewhere: the address of their page there. Null where they named no page. */
  goesTo: z.string().max(300).nullable(),
  signature: SignatureSchema,
});

/** `proof` of a line of loops or rifffs: `signedLine` of `rules/sharing/bundleProof.ts` is signed. */
export const LineProofSchema = z.object({
  /** The account of the writing server that made it; null where its maker is a name from elsewhere or is gone. */
  account: z.string().max(64).nullable(),
  /** SHA-256 of the files of a loop. */
  sound: z.object({ ogg: Sha256Schema.optional(), flac: Sha256Schema.optional() }).optional(),
  signature: SignatureSchema,
});
export type LineProof = z.infer<typeof LineProofSchema>;

export const BundleHeadSchema = z.looseObject({
  format: z.literal(BUNDLE_FORMAT),
  version: z.literal(BUNDLE_VERSION),
  /** When it was written, ms. */
  exported: z.number(),
  /** Address of the server that wrote it, for people. */
  origin: z.string().max(200),
  jam: ImportedJamSchema,
  /** Without it the bundle is taken in, and proves nothing. */
  proof: HeadProofSchema.optional(),
});
export type BundleHead = z.infer<typeof BundleHeadSchema>;

export const BundleEndSchema = z.looseObject({
  rifffs: z.int(),
  loops: z.int(),
  messages: z.int(),
  people: z.int(),
  /** Loops whose sound is not in the file, and why: removed, of a partner's collection, or not the taker's to take. */
  withoutSound: z.array(z.object({ id: z.string(), reason: z.string() })).max(10_000),
});
export type BundleEnd = z.infer<typeof BundleEndSchema>;
