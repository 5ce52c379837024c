import { createECDH } from 'node:crypto';
import * as z from 'zod';

/** Who may sign messages, and where devices may be reached; part of the server's settings. */
export interface PushSettings {
  /** 32 bytes in base64url; without one the server makes one at its first start and keeps it in the database. */
  readonly vapidPrivateKey: string | undefined;
  /** Hosts, hosts below a name (`*.example.org`), or origins with a scheme. */
  readonly pushHosts: readonly string[];
}

/** The push services of the browsers that have one. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

const HOST = /^(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+$/;

function isHost(text: string): boolean {
  if (HOST.test(text)) return true;
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}

function isPrivateKey(text: string): boolean {
  try {
    if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return false;
    createECDH('prime256v1').setPrivateKey(text, 'base64url');
    return true;
  } catch {
    return false;
  }
}

export const PUSH_ENVIRONMENT = {
  VAPID_PRIVATE_KEY: z
    .string()
    .refine(isPrivateKey, 'a private key of P-256: 32 bytes in base64url')
    .optional(),
  PUSH_HOSTS: z
    .string()
    .transform((text) => text.toLowerCase().split(/\s*,\s*/))
    .refine((hosts) => hosts.every(isHost), 'hosts with commas between them')
    .default(PUSH_HOSTS),
};

/** Push settings out of the environment. */
export const pushSettings = (values: {
  VAPID_PRIVATE_KEY?: string | undefined;
  PUSH_HOSTS: readonly string[];
}): PushSettings => ({
  vapidPrivateKey: values.VAPID_PRIVATE_KEY,
  pushHosts: values.PUSH_HOSTS,
});

/**
 * May the server send to this address? Only to a push service that the operator trusts, by https and at its usual port
 * (but for an origin that the operator wrote out), so that no device makes it call an address of their own choice.
 */
export function isPushEndpoint(
  endpoint: string,
  { pushHosts }: Pick<PushSettings, 'pushHosts'>,
): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password || url.hash) return false;
  const { origin, protocol, hostname, port } = url;
  if (pushHosts.includes(origin)) return true;
  if (protocol !== 'https:' || port !== '') return false;
  return pushHosts.some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
}
