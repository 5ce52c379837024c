import {
  EMAIL_PATTERN,
  MAX_EMAIL_CHARACTERS,
} from '../../../../src/data/contract/accountOptions.ts';
import { cleanName } from '../../../../src/data/contract/cleanText.ts';
import type { Office } from '../../../plugins/offices.ts';
import type { Provider } from '../../../providerSettings.ts';
import type { Told } from './lines.ts';

/** What this server takes of what a provider says about a person. */
export interface Person {
  /** With `subject` the only thing that says who it is. */
  readonly issuer: string;
  readonly subject: string;
  /** What the provider calls its session. */
  readonly sid: string | null;
  /** Only where the provider says that it has checked it. */
  readonly email: string | null;
  /** For the person to know the account by. */
  readonly label: string;
  /** Names that a user name may be made of, the best first. */
  readonly names: readonly string[];
  readonly office: Office | null;
  /** When they last signed in there, in ms; null where the provider does not say it. */
  readonly signedInMs: number | null;
}

type Claims = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const ownOf = (claims: Claims, name: string) =>
  Object.hasOwn(claims, name) ? claims[name] : undefined;

const textOf = (claims: Claims, name: string, most = 500): string => {
  const value = ownOf(claims, name);
  return typeof value === 'string' && value.length <= most ? value : '';
};

/** A claim by its whole name, else by its parts: `realm_access.roles`. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split('.')) found = isObject(found) ? ownOf(found, part) : undefined;
  return found;
}

/** The office that a claim gives: it is the value, or a list with it. Anything else gives none. */
function officeOf(
  { roleClaim, adminValue, moderatorValue }: Provider,
  { token, info }: Told,
): Office | null {
  if (roleClaim === undefined) return null;
  const claim = claimOf(token, roleClaim) ?? claimOf(info, roleClaim);
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  const has = (value: string | undefined) => value !== undefined && values.includes(value);
  if (has(adminValue)) return 'admin';
  return has(moderatorValue) ? 'moderator' : null;
}

/** `email_verified` counts where it stands beside the address: the other document may mean another one. */
function emailOf({ token, info }: Told): { email: string; isChecked: boolean } {
  const claims: Claims = Object.hasOwn(token, 'email') ? token : info;
  const email = textOf(claims, 'email', MAX_EMAIL_CHARACTERS);
  const isChecked = EMAIL_PATTERN.test(email) && ownOf(claims, 'email_verified') === true;
  return { email, isChecked };
}

const MOST_LABEL = 100;

/** Reads what a provider says about a person, whatever types its claims have. */
export function personOf(provider: Provider, told: Told): Person {
  const { token, info } = told;
  const both: Claims = { ...info, ...token };
  const { email, isChecked } = emailOf(told);
  const text = (name: string) => textOf(both, name);
  const beforeAt = (name: string) => name.split('@')[0] ?? '';
  const preferred = text('preferred_username');
  const labels = [email, preferred, text('name'), token.sub];
  const shown = labels.map((label) => cleanName(label).trim()).find((label) => label !== '');
  return {
    issuer: token.iss,
    subject: token.sub,
    sid: textOf(token, 'sid', 255) || null,
    email: isChecked ? email : null,
    label: (shown ?? provider.name).slice(0, MOST_LABEL),
    names: [
      ...[beforeAt(preferred), text('nickname'), beforeAt(email)],
      ...[text('given_name'), text('name')],
    ].filter((name) => name !== ''),
    office: officeOf(provider, told),
    signedInMs: typeof token.auth_time === 'number' ? token.auth_time * 1000 : null,
  };
}
