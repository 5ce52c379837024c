import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Database, Queries } from '../ports/database/database.ts';
import { readNote, writeNote } from '../ports/database/notes.ts';
import { removeRows } from '../ports/database/rows.ts';
import type { Settings } from '../settings.ts';
import { notFound } from './errors.ts';
import { sha256 } from './identity.ts';

/** Address that tells a caller how its call came here, and the header that brings the key. */
export const CALLER_PATH = '/healthz/caller';
export const CALLER_HEADER = 'x-rondo-doctor';

const NOTE = 'doctor';
const KEY = /^[A-Za-z0-9_-]{43}$/;

/** How a call came to the server. */
const WaySchema = z.object({
  /** The address that the server takes for the caller's. */
  address: z.string(),
  /** What stood in `X-Forwarded-For`, and at the end who was connected. */
  chain: z.array(z.string()).min(1),
  /** `TRUST_PROXY` of the server that answered. */
  trustProxy: z.number(),
});
export type Way = z.infer<typeof WaySchema>;
export const WayAnswerSchema = z.object({ ok: z.literal(true), data: WaySchema });

/**
 * Lets one program ask a server with the same database at `CALLER_PATH`: a new key, of which the database knows the hash. Who may
 * write into the database is its operator, and to all others nothing answers there.
 *
 * @param queries of a migrated database
 */
export async function allowCaller(
  queries: Queries,
): Promise<{ readonly key: string; forget(): Promise<void> }> {
  const key = randomBytes(32).toString('base64url');
  await writeNote(queries, NOTE, sha256(key));
  return { key, forget: async () => void (await removeRows(queries, 'notes', { name: NOTE })) };
}

/** The call that `server/doctor` asks whether `TRUST_PROXY` fits what stands in front of the server. */
export function installCallerCheck(
  app: FastifyInstance,
  { queries }: Pick<Database, 'queries'>,
  { trustProxy }: Pick<Settings, 'trustProxy'>,
): void {
  app.get(CALLER_PATH, { schema: { hide: true } }, async (request, reply) => {
    const key = request.headers[CALLER_HEADER];
    const isKey = typeof key === 'string' && KEY.test(key);
    if (!isKey || (await readNote(queries, NOTE)) !== sha256(key)) throw notFound(request);
    reply.header('cache-control', 'no-store');
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
    const way = [...forwarded, request.socket.remoteAddress ?? ''];
    const chain = way.map((one) => one.trim()).filter(Boolean);
    return { ok: true, data: { address: request.ip, chain, trustProxy } satisfies Way };
  });
}
