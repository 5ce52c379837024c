import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { addressKey } from './limits.ts';

/** Where a call comes from, as limits and lists of devices name it. */
export interface Caller {
  readonly address: string;
  readonly device: string;
  /** Country or region, as the proxy in front says it; null where it says none. */
  readonly region: string | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Header of the proxy that names the country or region of a caller, in lower case. */
    regionHeader: string | undefined;
  }
}

/** First match wins: many browsers also name those that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

function nameIn(table: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}

/** A device in plain words, such as "Chrome on Linux", from what its browser says about itself. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  const browser = nameIn(BROWSERS, text);
  const system = nameIn(SYSTEMS, text);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** What a proxy may say of a place: `DE`, `Île-de-France`. */
const REGION = /^[\p{L}\p{M}\p{N} ,.'’()-]{1,60}$/u;
/** For addresses whose country is not known, and of Tor: ISO 3166-1 keeps these codes free. */
const NO_REGION = new Set(['XX', 'ZZ', 'T1']);

/** The country or region that a header of the proxy names; null for anything else. */
export function regionName(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string') return null;
  const text = Buffer.from(header, 'latin1').toString('utf8').trim();
  return REGION.test(text) && !NO_REGION.has(text) ? text : null;
}

/** Reads from now on where callers are by this header; by none without. */
export function installCaller(
  app: FastifyInstance,
  { regionHeader }: Pick<Settings, 'regionHeader'>,
): void {
  app.decorate('regionHeader', regionHeader);
}

/** Where this request comes from. */
export function callerOf(request: FastifyRequest): Caller {
  const { regionHeader } = request.server;
  return {
    address: addressKey(request.ip),
    device: deviceName(request.headers['user-agent']),
    region: regionHeader === undefined ? null : regionName(request.headers[regionHeader]),
  };
}
