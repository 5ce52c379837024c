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
import { ImportedJamSchema } from './imports.ts';

export const BUNDLE_FORMAT = 'rondo-jam';
export const BUNDLE_VERSION = 1;
export const BUNDLE_ENDING = '.rondo.tar';
export const BUNDLE_MIME = 'application/x-tar';
/** Bytes of one entry of lines. */
export const BUNDLE_LINES_BYTES = 4 * 1024 * 1024;

export const BundleHeadSchema = z.looseObject({
  format: z.literal(BUNDLE_FORMAT),
  version: z.literal(BUNDLE_VERSION),
  /** When it was written, ms. */
  exported: z.number(),
  /** Address of the server that wrote it, for people. */
  origin: z.string().max(200),
  jam: ImportedJamSchema,
});
export type BundleHead = z.infer<typeof BundleHeadSchema>;

export const BundleEndSchema = z.looseObject({
  rifffs: z.int(),
  loops: z.int(),
  messages: z.int(),
  people: z.int(),
  /** Loops whose sound is not in the file, and why: removed, or of a partner's collection. */
  withoutSound: z.array(z.object({ id: z.string(), reason: z.string() })).max(10_000),
});
export type BundleEnd = z.infer<typeof BundleEndSchema>;
