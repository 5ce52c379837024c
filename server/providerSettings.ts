import * as z from 'zod';
import type { ProviderButton } from '../src/data/contract/factors.ts';
import { StartError } from './startError.ts';

/** Where people have an account elsewhere, that they sign in with here (OpenID Connect Core 1.0). */
export interface Provider {
  /** How addresses and rows name it; letters, digits and dashes. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** As its discovery document says it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** What stands on its button. */
  readonly button: string;
  /** May people make an account here with it? */
  readonly signUp: boolean;
  /** Claim that says who is administrator or moderator; dots lead into objects. */
  readonly roleClaim?: string | undefined;
  readonly adminValue?: string | undefined;
  readonly moderatorValue?: string | undefined;
  /** Does signing out here lead to signing out there? */
  readonly endSession: boolean;
}

/** Accounts elsewhere; part of the server's settings. */
export interface ProviderSettings {
  readonly list: readonly Provider[];
  /** Only administrators and moderators sign in by a password. */
  readonly hidesPasswords: boolean;
}

/** What pages know of a provider. */
export const buttonOf = ({ id, name, button }: Provider): ProviderButton => ({ id, name, button });

const MOST_PROVIDERS = 20;
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Is this address of this machine alone? */
export const isLocalHost = (hostname: string): boolean => LOCAL_HOSTS.has(hostname);

/** https, or http on this machine, where no line can be listened to. */
function isSafe(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.search || url.hash) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocalHost(url.hostname));
}

const text = (most: number) => {
  const expected = `a text of 1 to ${most} characters`;
  return (
    z
      .string(expected)
      .min(1, expected)
      .max(most, expected)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
      .regex(/^[^\u0000-\u001f\u007f]*$/, expected)
  );
};
const yesNo = z.boolean('true or false');
const SCOPE = 'words with spaces between them, "openid" among them';

const ProviderSchema = z.strictObject({
  id: z
    .string('a word of small letters, digits and dashes')
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'a word of small letters, digits and dashes'),
  name: text(60),
  issuer: z
    .string('an https address')
    .max(500, 'an https address')
    .refine(isSafe, 'an https address'),
  clientId: text(500),
  clientSecret: text(2000),
  scope: z
    .string(SCOPE)
    .max(500, SCOPE)
    .refine((words) => words.split(' ').includes('openid'), SCOPE)
    .default('openid profile email'),
  button: text(60).optional(),
  signUp: yesNo.default(true),
  roleClaim: text(200).optional(),
  adminValue: text(200).optional(),
  moderatorValue: text(200).optional(),
  endSession: yesNo.default(true),
});
type Given = z.output<typeof ProviderSchema>;

const LIST = 'a list of providers in JSON';

const FIELDS = Object.keys(ProviderSchema.shape).join(', ');

/** What is wrong with the entry at a place of the list, which counts from 1; never what stands in it. */
function faultOf(at: number, { path, code, message }: z.core.$ZodIssue): string {
  const entry = `${LIST}, in which entry ${at}`;
  if (code === 'unrecognized_keys') return `${entry} has no other fields than ${FIELDS}`;
  if (path.length === 0) return `${entry} is an object`;
  return `${entry} has as ${JSON.stringify(path[0])} ${message}`;
}

/** What does not fit together in an entry. */
function unfit(at: number, { roleClaim, adminValue, moderatorValue }: Given): string | undefined {
  const hasValue = adminValue !== undefined || moderatorValue !== undefined;
  if ((roleClaim !== undefined) === hasValue) return undefined;
  return `${LIST}, in which entry ${at} has "roleClaim" together with "adminValue" or "moderatorValue"`;
}

/** The providers of a text. Throws an Error whose message says what is expected. */
function readList(json: string): Provider[] {
  let entries: unknown;
  try {
    entries = JSON.parse(json);
  } catch {
    // The reason would repeat what was given.
  }
  if (!Array.isArray(entries)) throw new Error(LIST);
  if (entries.length > MOST_PROVIDERS) throw new Error(`${LIST}, ${MOST_PROVIDERS} at most`);
  const list = entries.map((entry: unknown, index) => {
    const parsed = ProviderSchema.safeParse(entry);
    if (!parsed.success) throw new Error(faultOf(index + 1, parsed.error.issues[0]!));
    const wrong = unfit(index + 1, parsed.data);
    if (wrong) throw new Error(wrong);
    const { button = `Sign in with ${parsed.data.name}`, ...provider } = parsed.data;
    return { ...provider, button };
  });
  for (const [index, { id, issuer }] of list.entries()) {
    const before = list.slice(0, index);
    if (before.some((one) => one.id === id || one.issuer === issuer)) {
      throw new Error(
        `${LIST}, in which entry ${index + 1} has an "id" and an "issuer" of its own`,
      );
    }
  }
  return list;
}

export const PROVIDER_ENVIRONMENT = {
  OIDC_PROVIDERS: z
    .string()
    .transform((json, context) => {
      try {
        return readList(json);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .default([]),
  HIDE_PASSWORDS: z
    .enum(['on', 'off'], { error: '"on" or "off"' })
    .transform((word) => word === 'on')
    .default(false),
};

/**
 * Settings about accounts elsewhere out of the checked variables. Throws a `StartError` where the address is missing that
 * people are led back to, or the only way in is hidden.
 */
export function providerSettings(values: {
  readonly OIDC_PROVIDERS: readonly Provider[];
  readonly HIDE_PASSWORDS: boolean;
  readonly PUBLIC_URL?: string | undefined;
}): ProviderSettings {
  const { OIDC_PROVIDERS: list, HIDE_PASSWORDS: hidesPasswords, PUBLIC_URL: publicUrl } = values;
  if (hidesPasswords && list.length === 0) {
    throw new StartError(
      'The setting OIDC_PROVIDERS is missing, but it must name a provider because HIDE_PASSWORDS is on.',
    );
  }
  if (list.length > 0 && (publicUrl === undefined || !isSafe(publicUrl))) {
    throw new StartError(
      'The setting PUBLIC_URL must be an https address, or one of localhost, in the environment of the server because OIDC_PROVIDERS is set.',
    );
  }
  return { list, hidesPasswords };
}
