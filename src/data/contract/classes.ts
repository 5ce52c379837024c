/** Classes: a teacher, pupils who sign in by a card, and the club that they share. */
import * as z from 'zod';
import { ClassMaySchema } from './auth.ts';
import {
  EmailSchema,
  IdSchema,
  NewPasswordSchema,
  plainName,
  TokenSchema,
  TypedPasswordSchema,
  UserIdSchema,
} from './fields.ts';

export const MAX_CLASSES = 40;
export const MAX_PUPILS = 100;
export const MAX_CHANNELS_AT_FIRST = 12;
export const MAX_CLASS_NAME = 40;
export const MAX_PUPIL_NAME = 40;
/** Letters of a card's code, of 25 that look like no other: 55 bits. */
export const CARD_CODE_LENGTH = 12;

const ClassNameSchema = plainName(MAX_CLASS_NAME).min(1);
const PupilNameSchema = plainName(MAX_PUPIL_NAME).min(1);
const PupilNamesSchema = z.array(PupilNameSchema).min(1).max(MAX_PUPILS);

export const ClassParamsSchema = z.object({ id: IdSchema });
export const PupilParamsSchema = z.object({ id: IdSchema, userId: UserIdSchema });

/** Names may be the same: the second one gets a number behind it. */
export const NewClassBodySchema = z.strictObject({
  name: ClassNameSchema,
  names: PupilNamesSchema,
  /** Channels of its club; left out, one for all. */
  channels: z
    .array(plainName(MAX_CLASS_NAME).min(1))
    .min(1)
    .max(MAX_CHANNELS_AT_FIRST)
    .default(['Everyone']),
});
export const NewPupilsBodySchema = z.strictObject({ names: PupilNamesSchema });

/** What is left out stays as it is. */
export const ClassChangesBodySchema = z.strictObject({
  name: ClassNameSchema.optional(),
  /** May pupils look at the public side of the server? */
  isOpen: z.boolean().optional(),
  /** Is all sound of pupils stopped? */
  isPaused: z.boolean().optional(),
});
export const PupilChangesBodySchema = z.strictObject({
  name: PupilNameSchema.optional(),
  /** May not write, nor react, nor knock, nor lead the room. */
  isMuted: z.boolean().optional(),
});
/** Some pupils; left out, all of the class. */
export const SomePupilsBodySchema = z.strictObject({
  userIds: z.array(UserIdSchema).min(1).max(MAX_PUPILS).optional(),
});

/** A class in the list of its teacher. */
export const ClassBriefSchema = z.object({
  id: IdSchema,
  name: z.string(),
  pupils: z.int(),
  /** Pupils who have a window of a room of the class open now. */
  here: z.int(),
  isOpen: z.boolean(),
  isPaused: z.boolean(),
  clubId: IdSchema,
  created: z.number(),
});
export type ClassBrief = z.infer<typeof ClassBriefSchema>;
/** Newest first. */
export const ClassesSchema = z.object({
  /** May the caller make classes? */
  mayMake: z.boolean(),
  classes: z.array(ClassBriefSchema),
});
export type Classes = z.infer<typeof ClassesSchema>;

export const PupilSchema = z.object({
  userId: UserIdSchema,
  name: z.string(),
  isMuted: z.boolean(),
  /** Is there a card that signs them in? */
  hasCard: z.boolean(),
  /** Name of the channel that they are in now; null while they are in none. */
  isIn: z.string().nullable(),
  /** When they last used the server, ms since the epoch; null for never. */
  lastSeen: z.number().nullable(),
  /** Rifffs that they have made. */
  rifffs: z.int(),
});
export type Pupil = z.infer<typeof PupilSchema>;
/** Pupils by name. */
export const ClassPageSchema = ClassBriefSchema.extend({ members: z.array(PupilSchema) });
export type ClassPage = z.infer<typeof ClassPageSchema>;

/** What is printed for a pupil; the server keeps only a hash of the code, so it is told once. */
export const CardSchema = z.object({
  userId: UserIdSchema,
  name: z.string(),
  /** In groups of four, with dashes between them. */
  code: z.string(),
});
export type Card = z.infer<typeof CardSchema>;
export const CardsSchema = z.object({ cards: z.array(CardSchema) });
export const ClassWithCardsSchema = z.object({
  class: ClassPageSchema,
  cards: z.array(CardSchema),
});

/** The code of a card in any spelling. */
export const CardBodySchema = z.strictObject({ code: z.string().min(1).max(64) });

/** What a pupil's page knows of the class. */
export const OwnClassSchema = ClassMaySchema.extend({
  id: IdSchema,
  name: z.string(),
  /** What the teacher is called. */
  teacher: z.string(),
  clubId: IdSchema,
});
export type OwnClass = z.infer<typeof OwnClassSchema>;

/** A link by which a pupil makes the account their own; good for 14 days, once. */
export const MoveSchema = z.object({
  /** Goes behind `/move-out#`. */
  token: z.string(),
  expires: z.number(),
});
export type Move = z.infer<typeof MoveSchema>;
export const MoveOfferBodySchema = z.strictObject({ token: TokenSchema });
export const MoveOfferSchema = z.object({
  userId: UserIdSchema,
  name: z.string(),
  className: z.string(),
});
export type MoveOffer = z.infer<typeof MoveOfferSchema>;
export const MoveOutBodySchema = z
  .strictObject({
    token: TokenSchema,
    email: EmailSchema,
    password: NewPasswordSchema,
    confirmPassword: TypedPasswordSchema,
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    message: 'The passwords differ',
    path: ['confirmPassword'],
  });
