/** Looks as the server keeps them: whose they are, what they were made from, and which of them a jam uses. */
import * as z from 'zod';
import { IdSchema, plainText, wholeNumber } from './fields.ts';
import { LookSchema } from './looks.ts';
import { STAGE_LOOK_IDS } from './stageLooks.ts';

/** Looks of one page of the gallery. */
export const LOOKS_PAGE = 24;
/** Looks that an account may keep, and that a jam may use. */
export const MAX_LOOKS = 500;
export const MAX_ROOM_LOOKS = 12;
/** Makers before that are named. */
export const MAX_LOOK_MAKERS = 8;

/** Anyone sees a public look; a private one only who made it, and the stages of their jams. */
export const LookAccessSchema = z.enum(['public', 'private']);
export type LookAccess = z.infer<typeof LookAccessSchema>;

/** A look of the house by its name, or a saved one by its id. No id of a saved one is such a name. */
export const LookKeySchema = z.union([z.enum(STAGE_LOOK_IDS), IdSchema]);

/** A look that another was made from. */
export const LookMakerSchema = z.object({
  /** Key of that look; null where it is gone, or not for the reader. */
  key: IdSchema.nullable(),
  /** What it was called then; empty where a moderator took it out. */
  name: z.string(),
  /** Who made it; empty for a look of the house, and for a person who left. */
  user: z.string(),
  displayName: z.string(),
});
export type LookMaker = z.infer<typeof LookMakerSchema>;

export const SavedLookSchema = z.object({
  id: IdSchema,
  document: LookSchema,
  access: LookAccessSchema,
  user: z.string(),
  displayName: z.string(),
  created: z.number(),
  /** When it was last changed; ms. */
  changed: z.number(),
  /** What it was made from, and what that was made from: the nearest first. */
  makers: z.array(LookMakerSchema),
  /** Jams that use it. */
  jamCount: z.int(),
  /** May the caller change and delete it? */
  mayEdit: z.boolean(),
});
export type SavedLook = z.infer<typeof SavedLookSchema>;

/** `new`: the newest first. `used`: what most jams use first. */
export const LookOrderSchema = z.enum(['new', 'used']);
export type LookOrder = z.infer<typeof LookOrderSchema>;

export const LooksQuerySchema = z.strictObject({
  order: LookOrderSchema.default('new'),
  skip: wholeNumber(0, 100_000).default(0),
  limit: wholeNumber(1, 50).default(LOOKS_PAGE),
});
export const LooksSchema = z.object({ looks: z.array(SavedLookSchema) });
/** `total` counts all of the list. */
export const LooksPageSchema = LooksSchema.extend({ total: z.int() });
export const LookAnswerSchema = z.object({ look: SavedLookSchema });
export const LookParamsSchema = z.object({ lookId: IdSchema });

export const NewLookBodySchema = z.strictObject({
  /** Made by the client; the same again is the stored one. */
  id: IdSchema.optional(),
  document: LookSchema,
  access: LookAccessSchema.default('private'),
  /** What it was made from: a look that the caller may see. */
  madeFrom: LookKeySchema.optional(),
});
export const LookChangesBodySchema = z.strictObject({
  document: LookSchema.optional(),
  access: LookAccessSchema.optional(),
});
export const LookReportBodySchema = z.strictObject({
  reason: plainText(1000).pipe(z.string().min(1, 'Required')),
});

/** A look that a jam or a share uses: as it was when it was taken in, so that no account changes it for another. */
export const LookCopySchema = z.object({
  key: LookKeySchema,
  document: LookSchema,
  /** Who made it; empty for a look of the house, and for a person who left. */
  user: z.string(),
  displayName: z.string(),
});
export type LookCopy = z.infer<typeof LookCopySchema>;
/** In the order of the remote control. Empty: the jam has chosen none, and all of the house are there. */
export const RoomLooksSchema = z.object({ looks: z.array(LookCopySchema) });
/** Keys in their order, each once; of looks that the caller may see, or that the jam uses already. */
export const RoomLooksBodySchema = z.strictObject({
  keys: z.array(LookKeySchema).max(MAX_ROOM_LOOKS),
});
