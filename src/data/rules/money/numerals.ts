/** Numbers as a language writes them, digit by digit: nothing here goes through a floating-point number. */

/** What numbers of a language are written with. */
interface Numerals {
  /** Ten digits from zero on; a digit may be two UTF-16 units. */
  readonly digits: readonly string[];
  readonly decimal: string;
  /** Between groups; '' where the language has none. */
  readonly group: string;
  /** A whole number, grouped as the language does it, or always. */
  format(value: bigint, isAlwaysGrouped?: boolean): string;
}

const kept = new Map<string, Numerals>();

/**
 * What numbers of a language are written with. An unknown language tag writes as English does.
 * @param locale a language tag such as `en-GB` or `fa`
 */
export function numeralsOf(locale: string): Numerals {
  const known = kept.get(locale);
  if (known) return known;
  const made = readNumerals(locale);
  kept.set(locale, made);
  return made;
}

function readNumerals(locale: string): Numerals {
  const tag = supported(locale);
  const usual = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const grouping = new Intl.NumberFormat(tag, {
    maximumFractionDigits: 1,
    useGrouping: 'always',
  });
  const parts = grouping.formatToParts(1234567.5);
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const plain = new Intl.NumberFormat(tag, { useGrouping: false });
  return {
    digits: Array.from({ length: 10 }, (_, digit) => plain.format(digit)),
    decimal: signOf('decimal') || '.',
    group: signOf('group'),
    format: (value, isAlwaysGrouped = false) => (isAlwaysGrouped ? grouping : usual).format(value),
  };
}

function supported(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** The same language with the digits 0 to 9, for people who type those. */
const inLatinDigits = (locale: string) => {
  try {
    return new Intl.Locale(locale, { numberingSystem: 'latn' }).toString();
  } catch {
    return 'en';
  }
};

/** Spaces and apostrophes come in kinds that look alike on a keyboard; marks of direction say nothing. */
const alike = (text: string) =>
  text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/\s/gu, ' ')
    .replace(/[\u2018\u2019\u02bc]/gu, "'");

/**
 * A positive decimal number as typed, in ASCII digits with a point (`1234.5`), or null where it is none.
 * Groups count only where the language would put them: a stray sign never makes a number ten times as large.
 * @param locale a language tag; its own digits are read, and 0 to 9
 */
export function readDecimal(text: string, locale: string): string | null {
  const typed = alike(text).trim();
  const own = numeralsOf(locale);
  const isLatin = /[0-9]/.test(typed);
  const { digits, decimal, group, format } =
    isLatin && own.digits[0] !== '0' ? numeralsOf(inLatinDigits(locale)) : own;
  const ascii = (part: string): string | null => {
    const values = [...part].map((sign) => digits.indexOf(sign));
    return values.includes(-1) ? null : values.join('');
  };
  const [whole = '', fraction, more] = typed.split(alike(decimal));
  if (more !== undefined || fraction === '') return null;
  const sign = alike(group);
  const joined = ascii(sign ? whole.replaceAll(sign, '') : whole);
  const rest = ascii(fraction ?? '');
  if (joined === null || rest === null || joined + rest === '') return null;
  const isGrouped = sign !== '' && whole.includes(sign);
  if (isGrouped && alike(format(BigInt(joined), true)) !== whole) return null;
  const number = joined.replace(/^0+(?=\d)/, '') || '0';
  return rest ? `${number}.${rest}` : number;
}

/**
 * A decimal number as a language writes it.
 * @param fraction digits after the decimal sign in ASCII; '' for none
 */
export function writeDecimal(whole: bigint, fraction: string, locale: string): string {
  const { digits, decimal, format } = numeralsOf(locale);
  const tail = [...fraction].map((digit) => digits[Number(digit)]).join('');
  return format(whole) + (tail && decimal + tail);
}
