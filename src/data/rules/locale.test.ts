import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asRegion,
  chooseRegion,
  cookieValue,
  formatDate,
  formatNumber,
  formatPrice,
  isRootPath,
  LOCALES,
  REGION_CODES,
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

  test('says how numbers, days and prices are written', () => {
    const time = Date.UTC(2026, 10, 21);
    expect(formatNumber(12_345.5, 'us')).toBe('12,345.5');
    expect(formatDate(time, 'us', 'UTC')).toBe('November 21, 2026');
    expect(formatDate(time, 'gb', 'UTC')).toBe('21 November 2026');
    expect([formatPrice(9, 'us'), formatPrice(9, 'gb'), formatPrice(9, 'eu')]).toEqual([
      '$9',
      '£9',
      '€9',
    ]);
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
