/** The house band: a program that answers in a jam whose owner invited it. No person can sign in to its account. */
import * as z from 'zod';
import { IdSchema } from './fields.ts';

export const HOUSE_BAND_ID = 'house-band';
export const HOUSE_BAND_NAME = 'House band';

/** It answers every commit, every second or every fourth one. */
export const BAND_PACES = [1, 2, 4] as const;
const BandPaceSchema = z.literal(BAND_PACES);
export type BandPace = z.infer<typeof BandPaceSchema>;

/** What the band does in a jam. */
export const BandSchema = z.object({
  isInvited: z.boolean(),
  /** It was told to rest, and plays nothing until it is woken. */
  isResting: z.boolean(),
  /**
   * Its owner invited it while others were there: it answers with them there too. Else it waits until they are gone.
   */
  withOthers: z.boolean(),
  /** How often it answers: one commit of so many. */
  every: BandPaceSchema,
  /** When it plays next, ms; null while it waits for the next commit of a person. */
  next: z.number().nullable(),
  /** One line for people where it has no answer to the last commit: why it rests, or that it listens. */
  thought: z.string().nullable(),
  /** Its last answers here and their results, newest first, at most 20. */
  answers: z.array(
    z.object({
      rifffId: IdSchema,
      parentId: IdSchema,
      created: z.number(),
      /** One sentence for people: "added a bass". */
      what: z.string(),
      /** Continued by a person; undone (continued from before it, or taken out); neither yet. */
      became: z.enum(['kept', 'undone', 'open']),
    }),
  ),
});
export type Band = z.infer<typeof BandSchema>;

/**
 * `isResting` true: it stays and stops answering until it is woken by false, or by being invited again with nothing.
 * `every` alone changes how often it answers where it was invited, and nothing else.
 */
export const InviteBandBodySchema = z.strictObject({
  isResting: z.boolean().optional(),
  every: BandPaceSchema.optional(),
});
export type InviteBandBody = z.input<typeof InviteBandBodySchema>;
