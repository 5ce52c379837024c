/** What is asked or told of a person's factors over any page: a proof of who is there, and new recovery codes. */
import { proxy, ref } from 'valtio/vanilla';
import { onProofWanted } from '../client.ts';

export const proof = proxy<{
  /** A call needs a proof of who is there. */
  isAsked: boolean;
  /** New recovery codes, until the person has closed them: the server tells them this once. */
  codes: readonly string[] | null;
}>({ isAsked: false, codes: null });

/** Calls that wait for the one answer. */
let waiting: ((isProven: boolean) => void)[] = [];

/** Asks for a proof; calls that ask meanwhile get the same answer. Resolves with whether it was given. */
export function askProof(): Promise<boolean> {
  proof.isAsked = true;
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

/** The proof was given, or the person wants none of it. */
export function endProof(isProven: boolean): void {
  const asked = waiting;
  waiting = [];
  proof.isAsked = false;
  for (const resolve of asked) resolve(isProven);
}

/** Shows new recovery codes; without any it does nothing. */
export function showCodes(codes: readonly string[] | undefined): void {
  if (codes) proof.codes = ref(codes);
}

/** The person has kept the codes. */
export function closeCodes(): void {
  proof.codes = null;
}

onProofWanted(askProof);
