/**
 * Bringing a jam in from somewhere else: a bundle of another Rondo, or what a tool on the musician's own machine made
 * of other files. Every call may be made again: what is there already is `same`, so that an import goes on where it was
 * cut off.
 */
import * as z from 'zod';
import { IdSchema, MAX_TIME_MS, plainName, plainText } from './fields.ts';
import { JamSchema } from './jams.ts';
import { LoopSchema } from './loop.ts';

/** Where a jam comes from. */
export const IMPORT_KINDS = ['rondo', 'lore', 'stems', 'dawproject'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Things that one call brings. */
export const IMPORT_RIFFFS_MAX = 50;
export const IMPORT_MESSAGES_MAX = 100;
export const IMPORT_PEOPLE_MAX = 100;
export const IMPORT_IDS_MAX = 100;

const TimeSchema = z.int().min(0).max(MAX_TIME_MS);

/** A person under the name of the place they come from: text, never an account here. */
export const ImportedPersonSchema = z.strictObject({
  /** As documents of the same import name them. */
  id: z.string().min(1).max(64),
  displayName: plainName(80),
});
export type ImportedPerson = z.infer<typeof ImportedPersonSchema>;

export const ImportedJamSchema = z.strictObject({
  /** Id there; kept where it is a room's and free here. */
  id: IdSchema,
  name: plainName(60).pipe(z.string().min(1, 'Required')),
  description: plainText(500).default(''),
  created: TimeSchema,
  barLength: z.int().min(1).max(64).default(16),
});
export type ImportedJam = z.infer<typeof ImportedJamSchema>;

export const BeginImportBodySchema = z.strictObject({
  kind: z.enum(IMPORT_KINDS),
  /** Host or program that it comes from, for people: "jams.example", "LORE". */
  origin: plainName(120).pipe(z.string().min(1, 'Required')),
  jam: ImportedJamSchema,
  /**
   * `rondo.json` of a bundle, unchanged. Where this server, or one that it trusts, signed it, `origin` and
   * `jam` are taken from it, and lines that were signed with it prove who made what and under which licence.
   */
  head: z.unknown().optional(),
});
export type BeginImport = z.input<typeof BeginImportBodySchema>;

export const ImportSchema = z.object({
  id: IdSchema,
  kind: z.enum(IMPORT_KINDS),
  origin: z.string(),
  /** Short id of the jam here. */
  jamId: IdSchema,
  name: z.string(),
  state: z.enum(['open', 'done']),
  /** Did this server, or one that it trusts, sign it? Other signatures prove nothing. */
  isProven: z.boolean(),
  /** Are things in it proven to be the importing account's own? */
  hasOwn: z.boolean(),
  created: z.number(),
  rifffs: z.int(),
  loops: z.int(),
  messages: z.int(),
});
export type Import = z.infer<typeof ImportSchema>;

export const ImportParamsSchema = z.object({ id: IdSchema });
export const ImportPeopleBodySchema = z.strictObject({
  people: z.array(ImportedPersonSchema).min(1).max(IMPORT_PEOPLE_MAX),
});
export const MissingLoopsBodySchema = z.strictObject({
  ids: z.array(IdSchema).min(1).max(IMPORT_IDS_MAX),
});

/**
 * `metadata` is the Loop as JSON, with the `proof` of its line where it has one; its `creatorUserName` and `created`
 * are kept. `file` is Ogg Vorbis or FLAC, `master` FLAC.
 */
export const ImportLoopFormSchema = z.object({
  file: z.file(),
  master: z.file().optional(),
  metadata: z.string(),
});
/** The loop here: under its own id, or under another where that id has other sound here. */
export const ImportedLoopSchema = z.object({
  id: IdSchema,
  outcome: z.enum(['stored', 'same', 'renamed']),
  loop: LoopSchema,
});

/**
 * Each is a Rifff; one that is damaged is left out with a reason, and the others come in. `userName`, `created`,
 * `parent`, `originalId` and unknown keys are kept. `proof` is that of its line in a bundle. Of `loops` only removed
 * ones are read: they say how long the loop was that is not there any more.
 */
export const ImportRifffsBodySchema = z.strictObject({
  rifffs: z.array(z.unknown()).min(1).max(IMPORT_RIFFFS_MAX),
});
export const ImportedMessageSchema = z.strictObject({
  id: IdSchema,
  created: TimeSchema,
  user: z.string().max(64),
  /** Plain text. */
  message: plainText(2000),
  rifffId: IdSchema.nullable().default(null),
  replyTo: IdSchema.nullable().default(null),
});
export type ImportedMessage = z.infer<typeof ImportedMessageSchema>;
/** Each is an `ImportedMessage`; one that is damaged is left out with a reason. */
export const ImportMessagesBodySchema = z.strictObject({
  messages: z.array(z.unknown()).min(1).max(IMPORT_MESSAGES_MAX),
});
/** One for each thing that was sent, in its order; `reason` says in plain words why it was left out. */
export const ImportResultsSchema = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(['stored', 'same', 'skipped']),
      /** Also of what was stored without something, such as the sound of a slot. */
      reason: z.string().optional(),
      /** Its parent is not here, or may not be read here: it begins a line. Left out otherwise. */
      hasLostParent: z.boolean().optional(),
    }),
  ),
});
export type ImportResults = z.infer<typeof ImportResultsSchema>;
/** The key that this server signs bundles with, for operators of other servers who trust it. */
export const BundleKeyAnswerSchema = z.object({ origin: z.string(), key: z.string() });
/** `goesTo` is the page that the caller has on the server that the jam goes to. */
export const ExportJamQuerySchema = z.strictObject({
  goesTo: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .optional(),
});
export const FinishedImportSchema = z.object({ import: ImportSchema, jam: JamSchema });
