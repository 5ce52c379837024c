import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactAmount, formatAmount, formatPrice, parseAmount } from './amount.ts';

const COIN = 10n ** 24n;
/** Every way of writing numbers that languages have: digits, decimal signs, groups of two and three, none at all. */
const LANGUAGES = [
  'en-US',
  'en-IE',
  'de-DE',
  'de-CH',
  'de-AT',
  'fr-FR',
  'es-ES',
  'pl-PL',
  'pt-PT',
  'sv-SE',
  'en-ZA',
  'en-IN',
  'hi-IN',
  'hi-IN-u-nu-deva',
  'bn-BD',
  'mr-IN',
  'ne-NP',
  'ar-EG',
  'ar-MA',
  'fa-IR',
  'ur-PK',
  'ckb-IQ',
  'he-IL',
  'my-MM',
  'dz-BT',
  'th-TH-u-nu-thai',
  'zh-CN-u-nu-hanidec',
  'ff-Adlm-GN',
  'ccp-BD',
  'gsw-CH',
  'no-such-tag-at-all',
];
const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 2n ** 128n - 1n }),
  fc.bigInt({ min: 1n, max: 10n ** 9n }),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.nat(9999), fc.nat(24))
    .map(([whole, digits, places]) => whole * COIN + BigInt(digits) * 10n ** BigInt(places) + 1n),
);
const yoctoOf = (text: string, locale: string) => {
  const parsed = parseAmount(text, locale);
  return parsed.ok ? parsed.yocto : null;
};

describe('amounts', () => {
  test.each(LANGUAGES)('come back from how %s writes them', (locale) => {
    fc.assert(
      fc.property(amount, (value) => {
        const yocto = value.toString();
        expect(yoctoOf(exactAmount(yocto, locale), locale)).toBe(yocto);
        const shown = formatAmount(yocto, locale);
        const least = yoctoOf(shown.replace('<', ''), locale);
        // Cut and never rounded up, at most a ten-thousandth away, and never nothing.
        expect(least).not.toBeNull();
        if (shown.startsWith('<')) expect(value < BigInt(least!)).toBe(true);
        else {
          expect(value >= BigInt(least!)).toBe(true);
          expect(value - BigInt(least!) < COIN / 10_000n).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('typed in the signs of one language are never ten times as much in another', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LANGUAGES),
        fc.nat(999),
        fc.constantFrom('.', ',', '’', "'", ' ', '٫', '٬'),
        fc.stringMatching(/^\d{1,2}$/),
        (locale, whole, sign, fraction) => {
          const yocto = yoctoOf(`${whole}${sign}${fraction}`, locale);
          const meant = BigInt(whole) * COIN + BigInt(fraction.padEnd(24, '0'));
          expect([null, meant.toString()]).toContain(yocto);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    ['1,5', 'en-US', null],
    ['1.5', 'en-US', '1500000000000000000000000'],
    ['1,5', 'de-DE', '1500000000000000000000000'],
    ['1.5', 'de-DE', null],
    ['.5', 'en-US', '500000000000000000000000'],
    ['1,234,567', 'en-US', `${1234567n * COIN}`],
    ['12,34,567', 'en-IN', `${1234567n * COIN}`],
    ['12,34,567', 'en-US', null],
    ['1’234.5', 'de-CH', `${12345n * (COIN / 10n)}`],
    ['1 234,5', 'fr-FR', `${12345n * (COIN / 10n)}`],
    [' ١٫٥ ', 'ar-EG', `${15n * (COIN / 10n)}`],
    ['1.5', 'ar-EG', `${15n * (COIN / 10n)}`],
    ['0.000000000000000000000001', 'en-US', '1'],
    ['0.0000000000000000000000001', 'en-US', null],
    ['007', 'en-US', `${7n * COIN}`],
    ['', 'en-US', null],
    ['0', 'en-US', null],
    ['0.00', 'en-US', null],
    ['-1', 'en-US', null],
    ['+1', 'en-US', null],
    ['1e3', 'en-US', null],
    ['1.', 'en-US', null],
    ['1.2.3', 'en-US', null],
    ['0x10', 'en-US', null],
    ['∞', 'en-US', null],
    ['NaN', 'en-US', null],
    ['9'.repeat(39), 'en-US', null],
    ['1'.repeat(100_000), 'en-US', null],
  ])('%j in %s is %j', (text, locale, yocto) => {
    const parsed = parseAmount(text, locale);
    expect(parsed.ok ? parsed.yocto : null).toBe(yocto);
    if (!parsed.ok) expect(parsed.text).toMatch(/\.$/);
  });

  test('take anything that is typed without an error', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(...LANGUAGES),
        (text, locale) => {
          const parsed = parseAmount(text, locale);
          expect(parsed.ok ? BigInt(parsed.yocto) > 0n : parsed.text.length > 0).toBe(true);
        },
      ),
    );
  });

  test('show four digits that count', () => {
    const shown = (yocto: bigint) => formatAmount(yocto.toString(), 'en-US');
    expect(shown(0n)).toBe('0');
    expect(shown(4n * COIN)).toBe('4');
    expect(shown((12_345_678n * COIN) / 10_000n)).toBe('1,234.5678');
    expect(shown(COIN - 1n)).toBe('0.9999');
    expect(shown(COIN / 100n)).toBe('0.01');
    expect(shown((123_456n * COIN) / 10n ** 8n)).toBe('0.001234');
    expect(shown(1n)).toBe('<0.00000001');
    expect(exactAmount('1', 'en-US')).toBe('0.000000000000000000000001');
  });
});

test('prices are without decimals, and lose no cent', () => {
  const usd = (amount: string, locale = 'en-US') =>
    formatPrice({ amount, currency: 'usd' }, locale);
  expect([usd('600'), usd('0'), usd('5'), usd('650'), usd('123456789')]).toEqual([
    '$6',
    '$0',
    '$0.05',
    '$6.50',
    '$1,234,567.89',
  ]);
  expect(formatPrice({ amount: '900', currency: 'GBP' }, 'en-GB')).toBe('£9');
  expect(formatPrice({ amount: '999', currency: 'eur' }, 'de-DE').replace(/\s/gu, ' ')).toBe(
    '9,99 €',
  );
  expect(usd('99999999999999999999901')).toBe('$999,999,999,999,999,999,999.01');
});
