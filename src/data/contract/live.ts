import * as z from 'zod';
import { ClassMaySchema } from './auth.ts';
import { EVENTS_MAX } from './constants.ts';
import { IdSchema, wholeNumber } from './fields.ts';
import { NOTIFICATION_KINDS } from './noticeOptions.ts';
import { LookKeySchema } from './savedLooks.ts';
import { LOOK_KNOBS } from './stageLooks.ts';

/**
 * What happens in a jam, numbered from 1 without gaps. An event is stored in the transaction of what it tells of and
 * names it; a client that is told of one reads it by the ordinary calls. Sockets only announce: a client that was away
 * asks for everything since its last number on every connect.
 */
export const JamEventSchema = z.object({
  number: z.int(),
  kind: z.enum([
    /** `ref` is the rifff; `parentId` what it answers in this jam. */
    'rifff',
    'rifff-removed',
    /** `ref` is the message. */
    'message',
    'message-changed',
    /** `ref` is the person: came, left, was removed. */
    'member',
    /** Name, access, cover, metre or rights of guests changed. */
    'jam',
  ]),
  ref: IdSchema,
  /** Whose doing it is. */
  user: z.string(),
  created: z.number(),
  parentId: IdSchema.nullable(),
});
export type JamEvent = z.infer<typeof JamEventSchema>;

export const EventsQuerySchema = z.strictObject({
  /** Number of the newest event that is known; 0 for none. */
  since: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  limit: wholeNumber(1, EVENTS_MAX).default(EVENTS_MAX),
});
/** Oldest first. `last` is the number of the newest there is. */
export const EventsSchema = z.object({ events: z.array(JamEventSchema), last: z.int() });

/** A person's activity in a room. */
export const ActivitySchema = z.enum(['here', 'listening', 'editing', 'recording']);
export type Activity = z.infer<typeof ActivitySchema>;

/** One person in a room, however many windows they have; the most active one counts. */
export const PresentSchema = z.object({
  user: z.string(),
  displayName: z.string(),
  activity: ActivitySchema,
  /** The rifff of the jam that they answer, while they edit or record; null for none, or one that is not known. */
  answers: IdSchema.nullable(),
  isGuest: z.boolean(),
});
export type Present = z.infer<typeof PresentSchema>;

/** A touch of a ring, shown to others as a light trace; never stored. */
export const TouchSchema = z.strictObject({
  rifffId: IdSchema,
  slot: z.int().min(0).max(7),
  /** Where on the ring, in turns from the top; how far out, 0 to 1 of its thickness. */
  turn: z.number().min(0).max(1),
  depth: z.number().min(0).max(1),
});
export type Touch = z.infer<typeof TouchSchema>;
/** A client sends touches no oftener than this; a server takes 30 a second. */
export const TOUCH_GAP_MS = 50;

/**
 * Where the music of a room stands: at `atMs` of the room's clock the rifff `rifffId` was at `phaseSec` of itself.
 * `free` means that everyone plays by themselves; with a `host` only that person moves it.
 */
export const TransportSchema = z.object({
  mode: z.enum(['free', 'together']),
  host: z.string().nullable(),
  rifffId: IdSchema.nullable(),
  isPlaying: z.boolean(),
  atMs: z.number(),
  phaseSec: z.number(),
  /** Grows with every change; an older one is never taken. */
  version: z.int(),
});
export type RoomTransport = z.infer<typeof TransportSchema>;
export const TransportChangeSchema = TransportSchema.omit({ version: true, host: true }).extend({
  isHosted: z.boolean(),
});

/** Where knobs are turned to, 0–1, in their order; null, or left out at the end, leaves one where it is. */
const KnobsSchema = z.array(z.number().min(0).max(1).nullable()).max(LOOK_KNOBS);
export type Knobs = readonly (number | null)[];
/** Knobs that were turned at `atMs` of the room's clock. */
const KnobMoveSchema = z.object({ atMs: z.number(), knobs: KnobsSchema });
export type KnobMove = { readonly atMs: number; readonly knobs: Knobs };
/** Where the knobs stood first, and their moves since then, in their order. */
export const KnobTurnsSchema = z.object({ start: KnobsSchema, moves: z.array(KnobMoveSchema) });
export type KnobTurns = { readonly start: Knobs; readonly moves: readonly KnobMove[] };

/** What a remote control tells a stage. */
export const StageOrderSchema = z.strictObject({
  rifffId: IdSchema.nullable().optional(),
  blendBars: z
    .union([z.literal(0), z.literal(1), z.literal(2), z.literal(4), z.literal(8)])
    .optional(),
  /** One of the jam's looks, or of the house. */
  look: LookKeySchema.optional(),
  isFrozen: z.boolean().optional(),
  knobs: KnobsSchema.optional(),
  /**
   * When the knobs were turned, by the room's clock; left out by pages that do not know it: as it arrives. Stages are
   * always told a time.
   */
  atMs: z.number().optional(),
});
export type StageOrder = z.infer<typeof StageOrderSchema>;

/** Credentials and place of a socket: `Bearer` pair, or the code of a stage, or neither for what anyone may hear. */
export const SocketAuthSchema = z.strictObject({
  credential: z.string().max(512).optional(),
  code: z.string().max(32).optional(),
});

/** What a client sends. Each is answered by `{ ok: true, … }` or `{ ok: false, code, message }`. */
export const SOCKET_REQUESTS = {
  /** Enters a room. Answered with who is there, its transport, and the number of its newest event. */
  enter: z.strictObject({
    jamId: IdSchema,
    since: z.int().min(0),
    activity: ActivitySchema.default('here'),
    answers: IdSchema.nullable().default(null),
    /** Does this window listen together with the others? */
    isTogether: z.boolean().default(false),
  }),
  leave: z.strictObject({ jamId: IdSchema }),
  /** `answers` is the rifff of the jam that is answered; passed over unless one edits or records. */
  activity: z.strictObject({
    jamId: IdSchema,
    activity: ActivitySchema,
    answers: IdSchema.nullable().default(null),
    /** Left out it stays as it is. */
    isTogether: z.boolean().optional(),
  }),
  touch: TouchSchema.extend({ jamId: IdSchema }),
  /** Tells members that a person would like an answer; once a minute. */
  knock: z.strictObject({ jamId: IdSchema }),
  transport: TransportChangeSchema.extend({ jamId: IdSchema }),
  /** Answered at once with the clock of the room. */
  probe: z.strictObject({ jamId: IdSchema, sentMs: z.number() }),
  order: StageOrderSchema.extend({ jamId: IdSchema }),
} as const;
export type SocketRequest = keyof typeof SOCKET_REQUESTS;

/** What a server sends. */
export const SOCKET_NEWS = {
  /** Events in their order; after a gap the client asks `GET /jam/{id}/events`. */
  events: z.object({ jamId: IdSchema, events: z.array(JamEventSchema) }),
  /**
   * Who came, changed or left, in bundles; `isWhole` replaces what was known. A large room lists those who do
   * something.
   */
  presence: z.object({
    jamId: IdSchema,
    isWhole: z.boolean(),
    here: z.array(PresentSchema),
    gone: z.array(z.string()),
    count: z.int(),
  }),
  touches: z.object({
    jamId: IdSchema,
    touches: z.array(TouchSchema.extend({ user: z.string() })),
  }),
  knock: z.object({ jamId: IdSchema, user: z.string(), displayName: z.string() }),
  transport: z.object({ jamId: IdSchema, transport: TransportSchema }),
  /** `turns` only for one that comes in: the moves of the knobs of the last minutes. */
  order: z.object({ jamId: IdSchema, order: StageOrderSchema, turns: KnobTurnsSchema.optional() }),
  /** The person of this socket has something new among their notifications. */
  notified: z.object({ kind: z.enum(NOTIFICATION_KINDS) }),
  /** The class of this pupil changed. */
  class: ClassMaySchema,
  /** Out at once: left, removed, signed out, or the jam is closed to them now. */
  out: z.object({ jamId: IdSchema, reason: z.enum(['removed', 'closed', 'signed-out']) }),
} as const;
export type SocketNews = keyof typeof SOCKET_NEWS;

/** Answer to `probe`: `atMs` is the room's clock when it was answered. */
export interface ProbeAnswer {
  readonly ok: true;
  readonly sentMs: number;
  readonly atMs: number;
}

/** Answer to `enter`. */
export interface EnterAnswer {
  readonly ok: true;
  /** The short id of the jam, under which everything is told. */
  readonly jamId: string;
  /** Number of its newest event. */
  readonly last: number;
  readonly here: readonly Present[];
  readonly count: number;
  /** Null until it is set. */
  readonly transport: RoomTransport | null;
  /** The clock of the room. */
  readonly atMs: number;
}

/** Any request that was refused; `code` is one of `ERROR_STATUS`. */
export interface RefusedAnswer {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}
