/** What the address of a visit brings for signing up, kept in this tab until somebody does: who sent it, an invitation. */

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A parameter of addresses that is kept under `key` while it looks as the sign-up takes it. */
function brought(parameter: string, key: string, pattern: RegExp) {
  return {
    /** Keeps it, if the address has one. @param search query of the address */
    keep(search: string, memory: Memory = sessionStorage): void {
      const text = new URLSearchParams(search).get(parameter)?.trim();
      if (!text || !pattern.test(text)) return;
      try {
        memory.setItem(key, text);
      } catch {
        // Without storage it is asked for, or nobody is thanked for the visit.
      }
    },
    /** What was brought; undefined when nothing was. */
    kept(memory: Memory = sessionStorage): string | undefined {
      try {
        return memory.getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    /** Forgets it: it has been sent. */
    forget(memory: Memory = sessionStorage): void {
      try {
        memory.removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

/** Who sent a visitor here: `?referralId=`, up to 64 characters, none of them hidden. */
export const {
  keep: keepReferral,
  kept: keptReferral,
  forget: forgetReferral,
} = brought('referralId', 'rondo/referral', /^[^\p{C}]{1,64}$/u);

/** The invitation of a link: `?invitation=`, a code as people write it. */
export const {
  keep: keepInvitation,
  kept: keptInvitation,
  forget: forgetInvitation,
} = brought('invitation', 'rondo/invitation', /^[A-Za-z0-9 -]{1,40}$/);
