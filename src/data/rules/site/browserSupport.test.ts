import { describe, expect, test } from 'vitest';
import { isListeningPage, isSupportedBrowser } from './browserSupport.ts';

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('a browser', () => {
  test.each([
    ['Chrome on a Mac', `${MAC} Chrome/140.0.0.0 Safari/537.36`],
    [
      'Chrome on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36',
    ],
    ['Chromium', 'Mozilla/5.0 (X11; Linux x86_64) Chromium/140.0.0.0 Safari/537.36'],
    ['headless Chrome', 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36'],
    ['Edge, which is the same engine', `${MAC} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
  ])('is supported: %s', (_, userAgent) => {
    expect(isSupportedBrowser({ userAgent })).toBe(true);
  });

  test.each([
    ['Safari', `${MAC.replace('537.36', '605.1.15')} Version/18.0 Safari/605.1.15`],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['Safari on an iPhone', `${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`],
    ['Chrome on an iPhone', `${IPHONE} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`],
    [
      'Chrome on Android',
      'Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36',
    ],
    ['a tablet', 'Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Safari/537.36'],
    ['nothing', ''],
  ])('is asked first: %s', (_, userAgent) => {
    expect(isSupportedBrowser({ userAgent })).toBe(false);
  });

  test('that hides behind a desktop name but says that it is mobile is asked too', () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36';
    const hints = { mobile: false, platform: 'Linux' };
    expect(isSupportedBrowser({ userAgent, hints })).toBe(true);
    expect(isSupportedBrowser({ userAgent, hints: { ...hints, mobile: true } })).toBe(false);
    expect(isSupportedBrowser({ userAgent, hints: { ...hints, platform: 'Android' } })).toBe(false);
  });
});

test('a tap plays only where there is something to play', () => {
  for (const path of ['/', '/gb', '/eu/', '/listen', '/listen?x=1', '/rifff/abc', '/rifff/abc#x']) {
    expect(isListeningPage(path), path).toBe(true);
  }
  for (const path of ['/jam', '/login', '/listening', '/rifff', '/rifff/a/b', '/privacy']) {
    expect(isListeningPage(path), path).toBe(false);
  }
});
