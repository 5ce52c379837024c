/** Names of accounts on the play-money chain. Pure. */
import { ACCOUNT_ID_PATTERN } from '../../contract/market.ts';

const MOST_CHARACTERS = 64;

/**
 * The name that a person would get, for instance `anna.rondo`.
 * @param userId their name here; what a chain does not take in names is left out
 * @param suffix such as `.rondo`
 */
export function suggestAccount(userId: string, suffix: string): string {
  const name = userId
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${name || 'player'}${suffix}`;
}

/** What is wrong with a typed name, in a sentence; '' where nothing is. @param accountId suffix and all */
export function accountTrouble(accountId: string, suffix: string): string {
  const name = accountId.slice(0, accountId.length - suffix.length);
  if (!accountId.endsWith(suffix) || name === '') return `Type a name that ends in ${suffix}.`;
  if (accountId.length > MOST_CHARACTERS) {
    return `A name has ${MOST_CHARACTERS} characters at most, ${suffix} among them.`;
  }
  if (name.includes('.') || !ACCOUNT_ID_PATTERN.test(accountId)) {
    return 'Small letters and digits, with single hyphens or underscores between them.';
  }
  return '';
}
