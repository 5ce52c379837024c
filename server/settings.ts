import { resolve } from 'node:path';
import * as z from 'zod';
import { PRODUCT_NAME } from '../src/data/contract/constants.ts';
import { isTakenSegment } from '../src/data/contract/reservedNames.ts';
import { firstSegment, isServerSegment } from '../src/data/contract/serverPaths.ts';
import { ACCOUNT_ENVIRONMENT, type AccountRules, accountRules } from './accountRules.ts';
import { BACKUP_ENVIRONMENT, type BackupPlan, backupPlan } from './backupPlan.ts';
import { MARKET_ENVIRONMENT, type MarketSettings, marketSettings } from './marketSettings.ts';
import { PLAN_ENVIRONMENT, type PlanSettings, planSettings } from './planSettings.ts';
import { subPathOf } from './plugins/subPath.ts';
import {
  PROVIDER_ENVIRONMENT,
  type ProviderSettings,
  providerSettings,
} from './providerSettings.ts';
import { PUSH_ENVIRONMENT, type PushSettings, pushSettings } from './pushSettings.ts';
import { withSecretFiles } from './secretFiles.ts';
import { SITE_ENVIRONMENT, type SiteSettings, siteSettings } from './siteSettings.ts';
import { StartError } from './startError.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Settings whose value is never repeated in a message or a log. Each may come from a file too (`NAME_FILE`). */
export const SECRETS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'METRICS_TOKEN',
  'NEAR_MINTER_KEY',
  'OIDC_PROVIDERS',
  'REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'VAPID_PRIVATE_KEY',
]);

const wholeNumber = (min: number, max: number) => {
  const expected = `a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
};

const onOff = z.enum(['on', 'off'], { error: '"on" or "off"' }).transform((word) => word === 'on');

const address = (schemes: readonly string[], expected: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text);
    return url !== null && schemes.includes(url.protocol);
  }, expected);

const webAddress = (expected: string) =>
  address(['http:', 'https:'], expected).transform((text) => text.replace(/\/+$/, ''));

const PUBLIC_ADDRESS =
  'an address such as https://rondo.example, or https://example.org/rondo with a path that is no page of Rondo';

/** A path below which a server may lie: plain words, and none that an address of Rondo itself begins with. */
function isSubPath(path: string): boolean {
  if (path === '/') return true;
  return (
    /^(\/[\w-][\w.~-]*)+$/.test(path) &&
    !isServerSegment(path) &&
    !isTakenSegment(firstSegment(path))
  );
}

const publicAddress = webAddress(PUBLIC_ADDRESS).refine((text) => {
  const url = URL.parse(text);
  return (
    url !== null && isSubPath(subPathOf(text) || '/') && !url.search && !url.hash && !url.username
  );
}, PUBLIC_ADDRESS);

const SOME_USER_IDS = /^[A-Za-z0-9_-]{3,16}(\s*,\s*[A-Za-z0-9_-]{3,16})*$/;
const splitUserIds = (text: string) => new Set(text.toLowerCase().split(/\s*,\s*/));

/** User ids with commas between them, in any case. */
const userIds = z
  .string()
  .regex(SOME_USER_IDS, 'user names with commas between them')
  .transform(splitUserIds)
  .default(new Set<string>());

/** The same, or everybody. */
const userIdsOrAll = z
  .string()
  .refine(
    (text) => text === '*' || SOME_USER_IDS.test(text),
    'user names with commas between them, or * for everybody',
  )
  .transform((text) => (text === '*' ? ('everybody' as const) : splitUserIds(text)))
  .default(new Set<string>());

const TRUSTED_EXPECTED =
  'addresses of servers, each with its key as /api/bundle-key tells it, such as https://jams.example=KEY';

/** `name@host`, or a name before it in angle brackets. */
const SENDER =
  /^[^<>@\s,;:"\\]+@[^<>@\s,;:"\\]+$|^[^<>@,;:"\\\r\n]+ <[^<>@\s,;:"\\]+@[^<>@\s,;:"\\]+>$/;

/** `https://jams.example=KEY`, with spaces or commas between them. */
const trustedServers = z
  .string()
  .default('')
  .transform((text, context) => {
    const entries = text.split(/[\s,]+/).filter(Boolean);
    const servers = new Map<string, string>();
    for (const entry of entries) {
      const [, address = '', key] = /^(https?:\/\/[^=]+)=([A-Za-z0-9_-]{43})$/.exec(entry) ?? [];
      const origin = URL.parse(address)?.origin;
      if (origin && key) servers.set(origin, key);
      else context.addIssue({ code: 'custom', message: TRUSTED_EXPECTED });
    }
    return servers;
  });

/** It stands in front of the address of mail, where the signs that are left out have a meaning. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const SERVER_NAME = /^[^\u0000-\u001f\u007f<>@,;:"\\]{1,40}$/;

const word = z.string().regex(/^\S+$/, 'one word without spaces');

const EnvironmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]{1,253}$/, 'a host name or an address, such as localhost or 0.0.0.0')
    .default('localhost'),
  RONDO_DATA: z
    .string()
    .refine((path) => !path.includes('\0'), 'the path of a folder')
    .default('./data'),
  BACKUP_BEFORE_UPGRADE: onOff.default(true),
  RONDO_DEMO: onOff.default(true),
  PUBLIC_URL: publicAddress.optional(),
  DATABASE_URL: address(
    ['postgres:', 'postgresql:'],
    'an address such as postgres://user:password@host:5432/database',
  ).optional(),
  REDIS_URL: address(
    ['redis:', 'rediss:'],
    'an address such as redis://user:password@host:6379',
  ).optional(),
  S3_ENDPOINT: webAddress('an address such as https://s3.example').optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/, 'the name of a bucket, 2 to 63 characters')
    .optional(),
  S3_REGION: word.default('us-east-1'),
  S3_ACCESS_KEY_ID: word.optional(),
  S3_SECRET_ACCESS_KEY: word.optional(),
  S3_FORCE_PATH_STYLE: onOff.default(false),
  SMTP_URL: address(
    ['smtp:', 'smtps:'],
    'an address such as smtps://user:password@mail.example:465',
  ).optional(),
  MAIL_FROM: z
    .string()
    .max(200)
    .regex(SENDER, 'a sender such as Rondo <no-reply@rondo.example>')
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` }).optional(),
  SERVER_NAME: z
    .string()
    .regex(SERVER_NAME, 'a name of 40 characters at most, without < > @ , ; : " \\')
    .default(PRODUCT_NAME),
  RONDO_ADMINS: userIds,
  RONDO_MODERATORS: userIds,
  RONDO_TEACHERS: userIdsOrAll,
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'at least 16 characters without spaces')
    .optional(),
  TRUST_PROXY: wholeNumber(0, 16).default(0),
  REGION_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,60}$/, 'the name of a header, such as CF-IPCountry')
    .optional(),
  RATE_LIMIT: wholeNumber(1, 1_000_000).default(3000),
  RONDO_TRUSTED_SERVERS: trustedServers,
  RONDO_BAND: onOff.default(true),
  RONDO_RANDOM_STOCK: wholeNumber(0, 1000).default(16),
  RONDO_POSTERS: onOff.default(true),
  SYNC_QUOTA_MB: wholeNumber(1, 1_000_000).default(512),
  ...BACKUP_ENVIRONMENT,
  ...ACCOUNT_ENVIRONMENT,
  ...PROVIDER_ENVIRONMENT,
  ...PUSH_ENVIRONMENT,
  ...SITE_ENVIRONMENT,
  ...MARKET_ENVIRONMENT,
  ...PLAN_ENVIRONMENT,
  ...BACKUP_ENVIRONMENT,
});
type Environment = z.infer<typeof EnvironmentSchema>;

/** Names of every setting that the server reads, in the order of the operator's table. */
export const SETTING_NAMES = Object.keys(EnvironmentSchema.shape) as (keyof Environment)[];

export interface S3Settings {
  /** Without one the SDK's own address for the region is used. */
  readonly endpoint: string | undefined;
  readonly bucket: string;
  readonly region: string;
  /** Without them the SDK looks where it always looks (profile, instance role). */
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  readonly forcePathStyle: boolean;
}

/** Texts of settings by the names of their environment variables; secrets are among them. */
export type SettingTexts = Readonly<Record<string, string | undefined>>;

/** What the operator decided, checked. */
export interface Settings {
  /** The texts that it was read from: what the environment sets, and besides it what was stored in the database. */
  readonly given: { readonly environment: SettingTexts; readonly stored: SettingTexts };
  /** What this server is called. */
  readonly serverName: string;
  readonly port: number;
  readonly host: string;
  /** Absolute path of the embedded data. */
  readonly dataFolder: string;
  /** Is the database copied before migrations change it? */
  readonly backsUpBeforeUpgrade: boolean;
  /** False leaves demo content out; the library that comes with the house is not demo content. */
  readonly demo: boolean;
  /** Address under which people reach this server, with its path if it has one; no slash at the end. */
  readonly publicUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  /** Between nodes; without one this node is alone. */
  readonly redisUrl: string | undefined;
  readonly s3: S3Settings | undefined;
  /** Relay for mail; without one mail goes to the outbox folder. */
  readonly smtpUrl: string | undefined;
  /** Sender of every mail. */
  readonly mailFrom: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** User ids in lower case. Other accounts have an office by their row of `offices`. */
  readonly admins: ReadonlySet<string>;
  readonly moderators: ReadonlySet<string>;
  /** User ids in lower case of those who may make classes, or all who have an account of their own. */
  readonly teachers: ReadonlySet<string> | 'everybody';
  /** Keys of other servers whose bundles are believed, by their origin. */
  readonly trustedServers: ReadonlyMap<string, string>;
  readonly metricsToken: string | undefined;
  /** Number of reverse proxies in front whose forwarded address is believed. */
  readonly trustProxy: number;
  /** Header in which the proxy in front says the country or region of a caller, in lower case. */
  readonly regionHeader: string | undefined;
  /** Requests a minute that one address may make. */
  readonly rateLimit: number;
  /** May owners invite the house band? */
  readonly hasBand: boolean;
  /** Loops that the server makes in advance for the random loop of the library; 0 for none. */
  readonly randomStock: number;
  /** Is a poster drawn soon after a rifff was shared, and not only when it is first asked for? And have looks loops? */
  readonly preparesPosters: boolean;
  /** Bytes that the device database of an account may occupy here. */
  readonly syncBytes: number;
  /** Backups that the server makes by itself. */
  readonly backup: BackupPlan;
  /** Who may sign up, and what accounts may occupy. */
  readonly accounts: AccountRules;
  /** Accounts elsewhere that people sign in with. */
  readonly providers: ProviderSettings;
  /** What devices are pushed to with, and where. */
  readonly push: PushSettings;
  /** Name, contact and links of the operator. */
  readonly site: SiteSettings;
  /** Collecting, and the chain under it. */
  readonly market: MarketSettings;
  /** Plans, and the till. */
  readonly plans: PlanSettings;
}

/**
 * Settings from environment variables, secrets also from the files that they name; an empty variable counts as one that is
 * not set.
 * Throws a `StartError` with one sentence for each bad setting: its name, what was given, what is expected.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  isTerminal = false,
): Settings {
  const variables = withSecretFiles(environment, SECRETS);
  const given: Record<string, string> = {};
  for (const name of SETTING_NAMES) {
    const value = variables[name]?.trim();
    if (value) given[name] = value;
  }
  const parsed = EnvironmentSchema.safeParse(given);
  if (!parsed.success) {
    const expected = Object.entries(expectedOf(parsed.error));
    throw new StartError(
      expected.map(([name, what]) => sentence(name, given[name], what)).join('\n'),
    );
  }
  const values = parsed.data;
  const plans = planSettings(values);
  const dataFolder = resolve(values.RONDO_DATA);
  return {
    given: { environment: given, stored: {} },
    serverName: values.SERVER_NAME,
    port: values.PORT,
    host: values.HOST,
    dataFolder,
    backsUpBeforeUpgrade: values.BACKUP_BEFORE_UPGRADE,
    demo: values.RONDO_DEMO,
    publicUrl: values.PUBLIC_URL,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    s3: s3Settings(values, given),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? defaultSender(values.SERVER_NAME, values.PUBLIC_URL),
    logLevel: values.LOG_LEVEL ?? (isTerminal ? 'warn' : 'info'),
    admins: values.RONDO_ADMINS,
    moderators: values.RONDO_MODERATORS,
    teachers: values.RONDO_TEACHERS,
    trustedServers: values.RONDO_TRUSTED_SERVERS,
    metricsToken: values.METRICS_TOKEN,
    trustProxy: values.TRUST_PROXY,
    // Without a proxy it would be what any caller says of itself.
    regionHeader: values.TRUST_PROXY > 0 ? values.REGION_HEADER?.toLowerCase() : undefined,
    rateLimit: values.RATE_LIMIT,
    hasBand: values.RONDO_BAND,
    randomStock: values.RONDO_RANDOM_STOCK,
    preparesPosters: values.RONDO_POSTERS,
    syncBytes: values.SYNC_QUOTA_MB * 1024 * 1024,
    accounts: accountRules(values, { sendsMail: values.SMTP_URL !== undefined, plans }),
    providers: providerSettings(values),
    push: pushSettings(values),
    site: siteSettings(values),
    market: marketSettings(values),
    plans,
    backup: backupPlan(values, dataFolder),
  };
}

/** What settings must be that are not, by name: the first reason of each. */
function expectedOf({ issues }: z.ZodError): Record<string, string> {
  const expected: Record<string, string> = {};
  for (const { path, message } of issues) expected[String(path[0])] ??= message;
  return expected;
}

/**
 * What is wrong with texts of settings, each for itself: a sentence without its name, such as `must be "on" or "off"`.
 * Empty where each is good.
 */
export function settingFaults(texts: SettingTexts): Record<string, string> {
  const parsed = EnvironmentSchema.safeParse(texts);
  if (parsed.success) return {};
  const expected = Object.entries(expectedOf(parsed.error));
  return Object.fromEntries(expected.map(([name, what]) => [name, `must be ${what}`]));
}

/** A sender of the host that people know; an address literal may not stand behind the @ as it is. */
function defaultSender(serverName: string, publicUrl: string | undefined): string {
  const host = publicUrl ? new URL(publicUrl).hostname : 'localhost';
  const isName = /^[a-z0-9.-]+$/.test(host) && !/^[\d.]+$/.test(host);
  return `${serverName} <no-reply@${isName ? host : 'localhost'}>`;
}

function sentence(name: string, value: string | undefined, expected: string): string {
  const shown = SECRETS.has(name) ? 'set to something else' : JSON.stringify(value);
  return `The setting ${name} is ${shown}, but it must be ${expected}.`;
}

function s3Settings(
  values: Environment,
  given: Readonly<Record<string, string>>,
): S3Settings | undefined {
  if (!values.S3_BUCKET) {
    const stray = Object.keys(given).find((name) => name.startsWith('S3_'));
    if (!stray) return undefined;
    throw new StartError(
      `The setting S3_BUCKET is missing, but it must name the bucket because ${stray} is set.`,
    );
  }
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey)) {
    const [missing, present] = accessKeyId
      ? ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID']
      : ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
    throw new StartError(
      `The setting ${missing} is missing, but it must be set because ${present} is set.`,
    );
  }
  return {
    endpoint: values.S3_ENDPOINT,
    bucket: values.S3_BUCKET,
    region: values.S3_REGION,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: values.S3_FORCE_PATH_STYLE,
  };
}
