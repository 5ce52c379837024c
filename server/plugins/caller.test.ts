import { expect, it } from 'vitest';
import { deviceName, regionName } from './caller.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (Linux; Android 15; K) ${CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on Mac',
  ],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown device'],
  [undefined, 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
])('a device that says %j is %j', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

it.each([
  ['DE', 'DE'],
  [' Île-de-France ', 'Île-de-France'],
  ['XX', null],
  ['T1', null],
  ['<b>DE</b>', null],
  ['', null],
  ['x'.repeat(61), null],
  [['DE', 'FR'], null],
  [undefined, null],
])('a proxy that says %j means the region %j', (header, region) => {
  // Headers come as bytes.
  const sent = typeof header === 'string' ? Buffer.from(header).toString('latin1') : header;
  expect(regionName(sent)).toBe(region);
});
