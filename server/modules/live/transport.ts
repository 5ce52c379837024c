import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { RoomTransport, TransportChangeSchema } from '../../../src/data/contract/live.ts';
import type { FanOut } from '../../ports/fanOut/fanOut.ts';

export type TransportChange = z.output<typeof TransportChangeSchema>;

/** What a room plays is forgotten this long after it was last changed. */
const KEPT_MS = 12 * 3_600_000;
/** A change tells of a moment that is near. */
const NEAR_MS = 60_000;
/** A host keeps the lead this long after a change, even if no node knows yet, or any more, that they are there. */
const LEAD_MS = 5000;
/** People who listened together may be away so long: a page that is loaded anew, a line that was cut. */
const AWAY_MS = 60_000;
const TRIES = 5;

/** Who changes the transport of a room. */
export interface Mover {
  readonly userId: string;
  readonly isOwner: boolean;
}

/**
 * The transport after a change. With a host only the host moves it, or the owner of the jam, or the next person once
 * the host has left the room. Versions are times where they can be, so that they grow across a restart as well.
 *
 * @param isHere whether a person is in the room
 * @throws ApiError `conflict` where another person is the host, `bad_request` for a moment that is far from now
 */
export function changeTransport(
  present: RoomTransport | null,
  { isHosted, ...change }: TransportChange,
  { userId, isOwner }: Mover,
  isHere: (userId: string) => boolean,
  nowMs: number,
): RoomTransport {
  if (Math.abs(change.atMs - nowMs) > NEAR_MS) {
    throw new ApiError('bad_request', 'The clock of the room is another one');
  }
  const host = present?.mode === 'together' ? present.host : null;
  const isLeading = (who: string) => nowMs - (present?.version ?? 0) < LEAD_MS || isHere(who);
  if (host !== null && host !== userId && !isOwner && isLeading(host)) {
    throw new ApiError('conflict', 'Another person leads the room');
  }
  return {
    ...change,
    host: isHosted && change.mode === 'together' ? userId : null,
    version: Math.max((present?.version ?? 0) + 1, Math.floor(nowMs)),
  };
}

const keyOf = (jamId: string) => `transport:${jamId}`;
const togetherKey = (jamId: string) => `together:${jamId}`;

/** What a room plays; null until a person sets it. */
export async function readTransport(fanOut: FanOut, jamId: string): Promise<RoomTransport | null> {
  const text = await fanOut.register.read(keyOf(jamId));
  return text === null ? null : (JSON.parse(text) as RoomTransport);
}

/** Changes it for all nodes: of two changes at once the later one sees the earlier. */
export async function moveTransport(
  fanOut: FanOut,
  jamId: string,
  change: (present: RoomTransport | null) => RoomTransport,
): Promise<RoomTransport> {
  for (let tries = 0; tries < TRIES; tries++) {
    const text = await fanOut.register.read(keyOf(jamId));
    const next = change(text === null ? null : (JSON.parse(text) as RoomTransport));
    if (await fanOut.register.replace(keyOf(jamId), text, JSON.stringify(next), KEPT_MS)) {
      return next;
    }
  }
  throw new ApiError('conflict', 'Too many people move the room at once');
}

/** Keeps for all nodes that people on this one listen together now. */
export async function keepTogether({ node, register }: FanOut, jamId: string): Promise<void> {
  await register.put(togetherKey(jamId), node, 'together', AWAY_MS);
}

/**
 * Frees a room in which people have not listened together for a minute, on any node: its music is over, and the next person
 * begins it anew. Of several nodes that find it one does it.
 *
 * @returns the transport that this node set, or null
 */
export async function freeForsaken(fanOut: FanOut, jamId: string): Promise<RoomTransport | null> {
  const { register } = fanOut;
  const text = await register.read(keyOf(jamId));
  const present = text === null ? null : (JSON.parse(text) as RoomTransport);
  if (present?.mode !== 'together' || (await register.all(togetherKey(jamId))).size > 0)
    return null;
  const atMs = fanOut.nowMs();
  const free: RoomTransport = {
    mode: 'free',
    host: null,
    rifffId: null,
    isPlaying: false,
    atMs,
    phaseSec: 0,
    version: Math.max(present.version + 1, Math.floor(atMs)),
  };
  return (await register.replace(keyOf(jamId), text, JSON.stringify(free), KEPT_MS)) ? free : null;
}
