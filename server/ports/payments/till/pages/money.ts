/** How a price reads: `$6.00`. @param amount in the smallest unit, which all of the till's currencies have two places of */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 100);
}

/** `23 November 2026`, by the clock of the world. @param sec seconds since the epoch */
export const day = (sec: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(sec * 1000);
