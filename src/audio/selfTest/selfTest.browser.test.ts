import { expect, test } from 'vitest';
import { runCheck } from '../../data/rules/site/selfTest.ts';
import { checkDecoder, SOUND_CHECKS } from './soundChecks.ts';
import { tinyFlac, tinyWav } from './tinySounds.ts';

test('worker, worklet and wasm are seen to work, and the lossless and Ogg sounds are exact', async () => {
  const found: Record<string, string> = {};
  for (const check of SOUND_CHECKS) {
    if (check.id === 'output') continue;
    const { verdict, found: words } = await runCheck(check);
    found[check.id] = `${verdict}: ${words}`;
  }
  expect(found).toMatchObject({
    worklet: expect.stringMatching(/^passes/),
    worker: expect.stringMatching(/^passes/),
    wasm: 'passes: runs, with 128-bit lanes',
    'ogg-vorbis': 'passes: exactly 4800 frames',
    opus: 'passes: exactly 4800 frames',
    wav: 'passes: exactly 4800 frames',
    flac: 'passes: exactly 4800 frames',
    // Chromium reads no AIFF, and MP3 and M4A only where it was built with them.
    aiff: expect.stringMatching(/^absent/),
    mp3: expect.stringMatching(/^(passes|absent)/),
    m4a: expect.stringMatching(/^(passes|absent)/),
  });
});

test('a decoder that gives another length or another sound fails', async () => {
  expect(await checkDecoder({ ...tinyWav(), frames: 4799 })).toMatchObject({
    verdict: 'fails',
    found: '4800 frames instead of 4799',
  });
  expect(await checkDecoder({ ...(await tinyFlac()), rms: 0 })).toMatchObject({
    verdict: 'fails',
    found: 'another sound',
  });
  const broken = await tinyFlac();
  broken.bytes.fill(0, 4);
  expect(await checkDecoder(broken)).toMatchObject({ verdict: 'absent' });
});
