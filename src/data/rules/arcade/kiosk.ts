/** A public device: when it returns to its start by itself. */

/** What a kiosk shows. */
export type KioskPhase = 'attract' | 'choose' | 'play' | 'end';

/** Time without a touch before it asks, in ms. At the end the player holds a telephone instead. */
const QUIET_MS: Readonly<Record<KioskPhase, number>> = {
  attract: Number.POSITIVE_INFINITY,
  choose: 30_000,
  play: 40_000,
  end: 120_000,
};
/** It asks for so long before it goes back. */
export const WARNING_SEC = 10;
/** After a code was taken its page stays for so long. */
export const TAKEN_MS = 8000;

/** `warn`: the player seems to have left; `reset`: back to the start. */
export type Idle =
  | { readonly kind: 'busy' }
  | { readonly kind: 'warn'; readonly leftSec: number }
  | { readonly kind: 'reset' };

/** What to do after so long without a touch, in ms. */
export function idleOf(phase: KioskPhase, quietMs: number): Idle {
  const overMs = quietMs - QUIET_MS[phase];
  if (overMs < 0) return { kind: 'busy' };
  const leftSec = WARNING_SEC - Math.floor(overMs / 1000);
  return leftSec > 0 ? { kind: 'warn', leftSec } : { kind: 'reset' };
}

/** Is the arcade opened as a kiosk? @param search query of the address */
export const isKiosk = (search: string): boolean =>
  new URLSearchParams(search).get('kiosk') === '1';
