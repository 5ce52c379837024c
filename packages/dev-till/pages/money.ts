import { formatPrice } from '../../../src/data/rules/money/amount.ts';

/**
 * How a price reads: `$6`, `$6.50`.
 * @param amount in the smallest unit, which all of the till's currencies have two places of
 * @param currency as Stripe writes it, `usd`
 */
export function money(amount: number, currency: string): string {
  return formatPrice({ amount: String(amount), currency }, 'en');
}

/** `23 November 2026`, by the clock of the world. @param sec seconds since the epoch */
export const day = (sec: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(sec * 1000);
