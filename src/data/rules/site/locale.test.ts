import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asRegion,
  chooseRegion,
  cookieValue,
  countText,
  formatAge,
  formatDate,
  formatDay,
  formatNumber,
  formatTime,
  isRootPath,
  LOCALES,
  REGION_CODES,
  type RegionCode,
  regionCookie,
  regionFromLanguages,
  regionOfPath,
  rootPath,
} from './locale.ts';

describe('the region', () => {
  test.each([
    [['en-GB'], 'gb'],
    [['en-US', 'de'], 'us'],
    [['de-AT'], 'eu'],
    [['de'], 'eu'],
    [['pt-BR', 'fr'], 'eu'],
    [['pt-BR'], 'us'],
    [['zh-Hant-TW', 'en-GB'], 'gb'],
    [['cy-GB'], 'gb'],
    [['en'], 'us'],
    [['sr_Latn_DE'], 'eu'],
    [[], 'us'],
  ] as const)('of a browser that reads %j', (languages, region) => {
    expect(regionFromLanguages(languages)).toBe(region);
  });

  test('comes from the cookie first, and from a cookie that means something only', () => {
    expect(chooseRegion('a=b; i18n=gb', ['de'])).toBe('gb');
    expect(chooseRegion('i18n=GB', [])).toBe('gb');
    expect(chooseRegion('i18n=xx', ['de'])).toBe('eu');
    expect(chooseRegion('xi18n=gb', [])).toBe('us');
    expect(chooseRegion('', [])).toBe('us');
  });

  test('is kept for 365 days', () => {
    expect(regionCookie('eu', false)).toBe('i18n=eu; Max-Age=31536000; Path=/; SameSite=Lax');
    expect(regionCookie('eu', true)).toContain('; Secure');
  });

  test('stands in the address of the first page only', () => {
    for (const region of REGION_CODES) {
      expect(isRootPath(rootPath(region))).toBe(true);
      expect(regionOfPath(`/${region}`)).toBe(region);
    }
    expect(rootPath('us')).toBe('/');
    expect(regionOfPath('/')).toBeNull();
    expect(regionOfPath('/europe')).toBeNull();
    expect(regionOfPath('/gb/jam')).toBe('gb');
    expect(isRootPath('/us/jam')).toBe(false);
  });

  test('says how numbers and days are written', () => {
    const time = Date.UTC(2026, 10, 21);
    expect(formatNumber(12_345.5, 'us')).toBe('12,345.5');
    expect(formatDate(time, 'us', 'UTC')).toBe('November 21, 2026');
    expect(formatDate(time, 'gb', 'UTC')).toBe('21 November 2026');
    expect(REGION_CODES.map((code) => LOCALES[code].currency)).toEqual(['USD', 'GBP', 'EUR']);
  });

  test('is always one of three, whatever a browser says', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (cookies, languages) => {
        expect(REGION_CODES).toContain(chooseRegion(cookies, languages));
      }),
    );
  });

  test('chosen once is read again from among other cookies', () => {
    const other = fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/), fc.stringMatching(/^[a-z0-9]{0,6}$/));
    fc.assert(
      fc.property(fc.constantFrom(...REGION_CODES), fc.array(other), (region, others) => {
        const pairs = others.map(([name, value]) => `${name}=${value}`);
        const [own = ''] = regionCookie(region, true).split(';');
        expect(chooseRegion([...pairs, own].join('; '), [])).toBe(region);
        expect(asRegion(cookieValue(own, 'i18n'))).toBe(region);
      }),
    );
  });
});

test('k from a thousand, m from a million, one decimal', () => {
  const shown = [0, 1, 999, 1000, 1049, 1100, 12_345, 999_999, 1_000_000, 2_560_000].map(countText);
  expect(shown).toEqual([
    ...['0', '1', '999', '1.0k', '1.0k', '1.1k', '12.3k', '999.9k', '1.0m', '2.5m'],
  ]);
});

test('what is no count reads as none', () => {
  expect([Number.NaN, -3, Number.POSITIVE_INFINITY].map(countText)).toEqual(['0', '0', '0']);
});

test('a larger count never reads as a smaller one', () => {
  const value = (text: string) =>
    Number.parseFloat(text) * (text.endsWith('m') ? 1e6 : text.endsWith('k') ? 1e3 : 1);
  fc.assert(
    fc.property(fc.nat(50_000_000), fc.nat(50_000_000), (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(value(countText(low))).toBeLessThanOrEqual(value(countText(high)));
      expect(value(countText(low))).toBeLessThanOrEqual(low);
    }),
  );
});

const NOW = Date.UTC(2026, 4, 20, 12);
const MINUTE = 60_000;

test('ages from a moment to years', () => {
  const ages = [-5000, 30_000, MINUTE, 59 * MINUTE, 61 * MINUTE, 23.9 * 60 * MINUTE];
  expect(ages.map((ms) => formatAge(NOW - ms, 'gb', NOW))).toEqual([
    ...['now', 'now', '1 min ago', '59 min ago', '1 h ago', '23 h ago'],
  ]);
  const days = [1, 6.5, 17, 400].map((count) =>
    formatAge(NOW - count * 24 * 60 * MINUTE, 'gb', NOW),
  );
  expect(days).toEqual(['1 day ago', '6 days ago', '3 May 2026', '15 Apr 2025']);
});

test('the clock today, the day before that, the year long ago, as the region writes them', () => {
  const now = new Date(2026, 4, 20, 21, 30).getTime();
  const [today, yesterday, longAgo] = [
    new Date(2026, 4, 20, 9, 5).getTime(),
    new Date(2026, 4, 19, 9, 5).getTime(),
    new Date(2024, 4, 19, 9, 5).getTime(),
  ];
  const all = (region: RegionCode) =>
    [today, yesterday, longAgo].map((ms) =>
      // The space before AM is a narrow one.
      formatTime(ms, region, now).replace(/\s/g, ' '),
    );
  expect(all('gb')).toEqual(['09:05', '19 May, 09:05', '19 May 2024, 09:05']);
  expect(all('eu')).toEqual(['09:05', '19 May, 09:05', '19 May 2024, 09:05']);
  expect(all('us')).toEqual(['9:05 AM', 'May 19, 9:05 AM', 'May 19, 2024, 9:05 AM']);
  expect(formatDay(longAgo, 'us')).toBe('May 19, 2024');
});
