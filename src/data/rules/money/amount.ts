/** Amounts of a chain and prices of a shop as people read and type them. Pure; integers from end to end. */
import { COIN_DECIMALS } from '../../contract/constants.ts';
import { numeralsOf, readDecimal, writeDecimal } from './numerals.ts';

const COIN = 10n ** BigInt(COIN_DECIMALS);
/** Contracts count in 128 bits. */
const MOST = 2n ** 128n - 1n;
/** Digits that count of what is less than a coin, and places beyond which an amount is only said to be smaller. */
const SHOWN_DIGITS = 4;
const SHOWN_PLACES = 8;

export type ParsedAmount =
  /** In yocto. */
  | { readonly ok: true; readonly yocto: string }
  /** A sentence for the person who typed it. */
  | { readonly ok: false; readonly text: string };

const refused = (text: string): ParsedAmount => ({ ok: false, text });

/**
 * An amount in coins as typed, in yocto. No sign, no exponent, more than nothing, 24 decimals at most; the
 * decimal sign and groups are those of the language, so that `1,5` is one and a half or an error, and never fifteen.
 * @param locale a language tag such as `en-IE`
 */
export function parseAmount(text: string, locale: string): ParsedAmount {
  if (text.trim() === '') return refused('Type an amount.');
  const decimal = readDecimal(text, locale);
  if (decimal === null) {
    return refused(`Write the amount in digits, for instance ${writeDecimal(1234n, '5', locale)}.`);
  }
  const [whole = '', fraction = ''] = decimal.split('.');
  if (fraction.length > COIN_DECIMALS) {
    return refused(`An amount has ${COIN_DECIMALS} decimals at most.`);
  }
  if (whole.length > MOST.toString().length) return refused('That is more than there is.');
  const yocto = BigInt(whole + fraction.padEnd(COIN_DECIMALS, '0'));
  if (yocto === 0n) return refused('The amount must be more than nothing.');
  if (yocto > MOST) return refused('That is more than there is.');
  return { ok: true, yocto: yocto.toString() };
}

const split = (yocto: string) => {
  const value = BigInt(yocto);
  return {
    whole: value / COIN,
    fraction: (value % COIN).toString().padStart(COIN_DECIMALS, '0').replace(/0+$/, ''),
  };
};

/** An amount in coins with every digit. @param yocto a whole number, not negative */
export function exactAmount(yocto: string, locale: string): string {
  const { whole, fraction } = split(yocto);
  return writeDecimal(whole, fraction, locale);
}

/**
 * An amount in coins for a glance: four decimals, or of less than a coin four digits that count. The rest is cut, so
 * that no account seems to have more than it has; something is never shown as nothing (`<0.00000001`).
 * @param yocto a whole number, not negative
 */
export function formatAmount(yocto: string, locale: string): string {
  const { whole, fraction } = split(yocto);
  const zeros = whole === 0n ? /^0*/.exec(fraction)![0].length : 0;
  if (fraction && zeros >= SHOWN_PLACES) {
    return `<${writeDecimal(0n, '1'.padStart(SHOWN_PLACES, '0'), locale)}`;
  }
  const places = Math.min(SHOWN_PLACES, zeros + SHOWN_DIGITS);
  return writeDecimal(whole, fraction.slice(0, places).replace(/0+$/, ''), locale);
}

/** A price of a shop: USD, GBP or EUR in their smallest unit (`600` is 6.00). */
export interface MoneyPrice {
  readonly amount: string;
  /** `USD` or `usd`. */
  readonly currency: string;
}

/** Places of all three currencies. */
const CENT_PLACES = 2;

/**
 * A price without decimals (specification, section 9); cents that are not zero are shown all the same.
 * @param locale a language tag such as `en-GB`
 */
export function formatPrice({ amount, currency }: MoneyPrice, locale: string): string {
  const cents = BigInt(amount);
  const unit = 10n ** BigInt(CENT_PLACES);
  const rest = (cents % unit).toString().padStart(CENT_PLACES, '0');
  const hasCents = cents % unit !== 0n;
  const places = hasCents ? CENT_PLACES : 0;
  const { digits } = numeralsOf(locale);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  })
    .formatToParts(cents / unit)
    .map(({ type, value }) =>
      type === 'fraction' ? [...rest].map((digit) => digits[Number(digit)]).join('') : value,
    )
    .join('');
}
