/** Parameters of a visited address for a later sign-up: the referrer and an invitation. They are kept in this tab. */

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keeps a parameter of the address in the storage under `key`, if it matches `pattern`. */
function brought(parameter: string, key: string, pattern: RegExp) {
  return {
    /** Stores the parameter, if the address has it. @param search query of the address */
    keep(search: string, memory: Memory = sessionStorage): void {
      const text = new URLSearchParams(search).get(parameter)?.trim();
      if (!text || !pattern.test(text)) return;
      try {
        memory.setItem(key, text);
      } catch {
        // Without storage the form asks for the invitation, and the referrer is lost.
      }
    },
    /** The stored value; undefined when there is none. */
    kept(memory: Memory = sessionStorage): string | undefined {
      try {
        return memory.getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    /** Deletes the stored value after it was sent. */
    forget(memory: Memory = sessionStorage): void {
      try {
        memory.removeItem(key);
      } catch {
        // Without storage there is nothing to delete.
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
