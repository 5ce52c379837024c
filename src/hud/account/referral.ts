/** Who sent a visitor here: `?referralId=` of any address, kept in this tab until somebody signs up in it. */

const KEY = 'rondo/referral';
/** As the sign-up takes it: up to 64 characters, none of them hidden. */
const REFERRAL = /^[^\p{C}]{1,64}$/u;

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keeps the referral of an address, if it has one. @param search query of the address */
export function keepReferral(search: string, memory: Memory = sessionStorage): void {
  const id = new URLSearchParams(search).get('referralId')?.trim();
  if (!id || !REFERRAL.test(id)) return;
  try {
    memory.setItem(KEY, id);
  } catch {
    // Without storage nobody is thanked for the visit.
  }
}

/** The referral to sign up with; undefined when nobody sent this visitor. */
export function keptReferral(memory: Memory = sessionStorage): string | undefined {
  try {
    return memory.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Forgets it: it has been sent. */
export function forgetReferral(memory: Memory = sessionStorage): void {
  try {
    memory.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
