import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  PushBodySchema,
  PushDevice,
  PushMessage,
  PushStateSchema,
} from '../../../src/data/contract/notifications.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { findOrMakeKey } from '../../plugins/serverKey.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import { findRow, insertRows, removeRows, valuesOf } from '../../ports/database/rows.ts';
import type { PushSubscriptionRow } from '../../ports/database/schemaPeople.ts';
import { isPushEndpoint, type PushSettings } from '../../pushSettings.ts';
import {
  createVapid,
  encryptPush,
  MOST_PLAIN_BYTES,
  newVapidKey,
  type Vapid,
} from './pushEncryption.ts';

/** Name of the note that keeps the key of this installation. */
const NOTE = 'vapid';
/** Devices of one account; the oldest goes where there would be more. */
const DEVICES_MAX = 20;
const PER_HOUR = { max: 60, windowMs: 3_600_000 };
/** A service keeps a message for a device that is off for so long. */
const TTL_SEC = 86_400;
const SEND_MS = 10_000;

export interface PushContext extends Pick<Server, 'database'> {
  readonly settings: PushSettings;
  /** Whom a push service may write to: `mailto:` or `https:`. */
  readonly subject: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** The key that messages are signed with: of the settings, else one for all nodes, made with the first call. */
async function openVapid({ database, settings, subject }: PushContext): Promise<Vapid> {
  if (settings.vapidPrivateKey) return createVapid(settings.vapidPrivateKey, subject);
  const key = await findOrMakeKey(database.queries, NOTE, newVapidKey);
  return createVapid(key, subject);
}

type Subscription = Pick<PushSubscriptionRow, 'id' | 'endpoint' | 'p256dh' | 'auth'>;

export type PushService = Awaited<ReturnType<typeof openPush>>;

/** Devices of accounts, and pushing to them. */
export async function openPush(context: PushContext) {
  const { database, settings, log } = context;
  const { queries } = database;
  const vapid = await openVapid(context);

  const presentDevice = (
    { id, device, created, sessionId }: Omit<PushSubscriptionRow, 'userId' | keyof PushKeyFields>,
    identity: Identity,
  ): PushDevice => ({ id, device, created, isCurrent: sessionId === identity.sessionId });

  async function forget(id: string): Promise<void> {
    await removeRows(queries, 'pushSubscriptions', { id });
  }

  /** Sends one message; a device that is gone for good is forgotten. */
  async function sendTo(to: Subscription, message: PushMessage): Promise<void> {
    // The operator may have thought better of a host since.
    if (!isPushEndpoint(to.endpoint, settings)) return forget(to.id);
    const plain = Buffer.from(JSON.stringify(message));
    if (plain.length > MOST_PLAIN_BYTES) throw new Error('a push message is too long');
    const topic = createHash('sha256').update(message.tag).digest('base64url').slice(0, 32);
    const answer = await fetch(to.endpoint, {
      method: 'POST',
      // A redirect would lead to an address that was not checked.
      redirect: 'manual',
      signal: AbortSignal.timeout(SEND_MS),
      headers: {
        authorization: vapid.authorization(to.endpoint, Date.now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_SEC),
        urgency: 'normal',
        topic,
      },
      body: new Uint8Array(encryptPush(plain, to)),
    });
    await answer.body?.cancel();
    if (answer.status === 404 || answer.status === 410) await forget(to.id);
    else if (!answer.ok) log.warn({ status: answer.status }, 'a push service refused a message');
  }

  return {
    /** The key to subscribe with, and the caller's devices, the latest first. */
    async state(identity: Identity): Promise<z.output<typeof PushStateSchema>> {
      const rows = await queries
        .selectFrom('pushSubscriptions')
        .innerJoin('sessions', 'sessions.id', 'pushSubscriptions.sessionId')
        .select(['pushSubscriptions.id', 'pushSubscriptions.device', 'pushSubscriptions.created'])
        .select('pushSubscriptions.sessionId')
        .where('pushSubscriptions.userId', '=', identity.userId)
        .where('sessions.expires', '>', Date.now())
        .orderBy('pushSubscriptions.created', 'desc')
        .orderBy('pushSubscriptions.id')
        .execute();
      return {
        publicKey: vapid.publicKey,
        devices: rows.map((row) => presentDevice(row, identity)),
      };
    },

    /**
     * Pushes to this device while its session lasts. A browser keeps its subscription when another person signs in on it:
     * the account that brings its keys takes it over.
     * @throws ValidationFailure for an address of no known service, ApiError `conflict` for keys that differ from those
     * of another account
     */
    async subscribe(
      identity: Identity,
      device: string,
      { endpoint, keys }: z.output<typeof PushBodySchema>,
    ): Promise<PushDevice> {
      const { userId, sessionId } = identity;
      if (!isPushEndpoint(endpoint, settings)) {
        throw new ValidationFailure({
          endpoint: 'is of no push service that this server sends to',
        });
      }
      const bare = (text: string) => text.replace(/=+$/, '');
      const [p256dh, auth] = [bare(keys.p256dh), bare(keys.auth)];
      try {
        encryptPush(Buffer.alloc(0), { p256dh, auth });
      } catch {
        throw new ValidationFailure({ 'keys.p256dh': 'is no key of P-256' });
      }
      await limit(queries, `push-subscribe:${userId}`, { ...PER_HOUR, nowMs: Date.now() });
      const row = {
        id: newId(),
        userId,
        sessionId,
        device,
        endpoint,
        p256dh,
        auth,
        created: Date.now(),
      };
      const stored = await writeFor(database, userId, async (transaction) => {
        await database.lock(transaction, NOTE);
        const columns = ['id', 'userId', 'p256dh', 'auth'] as const;
        const known = await findRow(transaction, 'pushSubscriptions', { endpoint }, columns);
        if (known && known.userId !== userId && (known.p256dh !== p256dh || known.auth !== auth)) {
          throw new ApiError('conflict', 'This device is subscribed by another account');
        }
        await transaction
          .deleteFrom('pushSubscriptions')
          .where((where) =>
            where.or([where('endpoint', '=', endpoint), where.and({ userId, sessionId })]),
          )
          .execute();
        const kept = await transaction
          .selectFrom('pushSubscriptions')
          .select('id')
          .where('userId', '=', userId)
          .orderBy('created', 'desc')
          .orderBy('id')
          .offset(DEVICES_MAX - 1)
          .limit(DEVICES_MAX)
          .execute();
        await removeRows(transaction, 'pushSubscriptions', { id: valuesOf(kept, 'id') });
        await insertRows(transaction, 'pushSubscriptions', row);
        return row;
      });
      return presentDevice(stored, identity);
    },

    /** Pushes nothing more to a device of the caller. Throws `not_found`. */
    async unsubscribe({ userId }: Identity, id: string): Promise<Record<string, never>> {
      const count = await removeRows(queries, 'pushSubscriptions', { userId, id });
      if (count === 0) throw new ApiError('not_found', 'There is no such device');
      return {};
    },

    /** Sends a message to every device of an account that is signed in; what fails is logged. */
    async send(userId: string, message: PushMessage): Promise<void> {
      const devices = await queries
        .selectFrom('pushSubscriptions')
        .innerJoin('sessions', 'sessions.id', 'pushSubscriptions.sessionId')
        .select(['pushSubscriptions.id', 'pushSubscriptions.endpoint'])
        .select(['pushSubscriptions.p256dh', 'pushSubscriptions.auth'])
        .where('pushSubscriptions.userId', '=', userId)
        .where('sessions.userId', '=', userId)
        .where('sessions.expires', '>', Date.now())
        .execute();
      await Promise.all(
        devices.map((device) =>
          sendTo(device, message).catch((error: unknown) =>
            log.warn({ err: error }, 'a push message was not sent'),
          ),
        ),
      );
    },

    /** Forgets devices that are signed out. */
    async clean(): Promise<void> {
      await queries
        .deleteFrom('pushSubscriptions')
        .where('sessionId', 'not in', (build) => build.selectFrom('sessions').select('sessions.id'))
        .execute();
    },
  };
}

type PushKeyFields = Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>;
