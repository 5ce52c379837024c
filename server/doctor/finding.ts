/** What a check of the doctor found: fine, or to be mended, with one sentence that says what to do. */
import { reasonOf, StartError } from '../startError.ts';

export interface Finding {
  readonly isFine: boolean;
  /** A whole sentence; it may hold what an error said, so secrets are taken out before it is shown. */
  readonly says: string;
}

export const fine = (says: string): Finding => ({ isFine: true, says });
export const mend = (says: string): Finding => ({ isFine: false, says });

/** Longer than the waits inside any check together, the longest of which are on the way to the server. */
const MOST_MS = 150_000;

/** Findings of one check; whatever it throws, and that it does not end, is a finding too. */
export async function findingsOf(
  about: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Finding[]>((resolve) => {
    timer = setTimeout(resolve, MOST_MS, [mend(`${about}: no answer came within minutes.`)]);
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    const says = error instanceof StartError ? error.message : `${about}: ${reasonOf(error)}.`;
    return says.split('\n').map(mend);
  } finally {
    clearTimeout(timer);
  }
}

/** Shorter ones would take apart words that have nothing to do with them. */
const LEAST_LETTERS = 3;

/**
 * What takes secrets out of a text: each value, and of an address its password as it is written and as it is meant.
 * @param values of the settings that are secret
 */
export function hiderOf(values: Iterable<string | undefined>): (text: string) => string {
  const secrets = new Set<string>();
  for (const value of values) {
    const text = value?.trim();
    if (!text) continue;
    secrets.add(text);
    const password = URL.parse(text)?.password;
    if (!password) continue;
    secrets.add(password);
    try {
      secrets.add(decodeURIComponent(password));
    } catch {
      // Not written as an address writes it: it is hidden as it is.
    }
  }
  const all = [...secrets].filter((secret) => secret.length >= LEAST_LETTERS);
  // The longest first: one may be a part of another.
  all.sort((a, b) => b.length - a.length);
  return (text) => all.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}
