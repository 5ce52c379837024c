import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longestSilenceFile } from '../../../bench/hostile/sound.ts';
import { oggCrc, readOggPages } from '../../../src/dsp/oggPages.ts';
import { createChildJobs } from '../../plugins/childJobs.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import { flacOf, oggOf, tone } from '../../testing/sounds.ts';
import { checkSound, checkSounds } from './checkSound.ts';
import { createSoundDecoder } from './decodeSound.ts';

const FRAMES = 12_000;
const files = { ogg: await oggOf(tone(FRAMES)), flac: await flacOf(tone(FRAMES)) };
const kinds = ['ogg', 'flac'] as const;

describe('a sound that is received', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rondo-sounds-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const decoder = createSoundDecoder(createChildJobs());

  let written = 0;
  /** Frames of the file when it passes, else why it does not. */
  async function judge(bytes: Buffer, using = decoder): Promise<number | string> {
    written += 1;
    const path = join(folder, `${written}.part`);
    await writeFile(path, bytes);
    try {
      const file = { path, hash: '', size: bytes.byteLength };
      const measure = () => ({ of: 'loop', from: 0, frames: FRAMES, length16ths: 4 }) as const;
      const check = { field: 'file', file, kinds, measure };
      return (await checkSound(using, 'mia', check)).frames;
    } catch (error) {
      if (!(error instanceof ValidationFailure)) throw error;
      return error.message;
    } finally {
      await rm(path);
    }
  }

  it('is one piece of work with its master, in one process', async () => {
    const jobs = createChildJobs();
    const pieces: object[] = [];
    const counting = createSoundDecoder({
      run: (userId, script, job, ...rest) => {
        pieces.push(job);
        return jobs.run(userId, script, job, ...rest);
      },
    });
    const paths = { ogg: join(folder, 'a.ogg'), flac: join(folder, 'a.flac') };
    const checks = kinds.map((kind) => ({
      ...{ field: kind, kinds: [kind] },
      file: { path: paths[kind], hash: '', size: files[kind].byteLength },
    }));
    for (const kind of kinds) await writeFile(paths[kind], files[kind]);
    const facts = await checkSounds(counting, 'mia', checks);
    expect(facts.map(({ frames }) => frames)).toEqual([FRAMES, FRAMES]);
    expect(pieces).toHaveLength(1);
    // The second one is named where it is the one that cannot be used.
    await writeFile(paths.flac, files.flac.subarray(0, 2000));
    await expect(checkSounds(counting, 'mia', checks)).rejects.toThrow(/^flac: cannot be used/);
  });

  it('is decoded to its last frame', async () => {
    expect(await judge(files.ogg)).toBe(FRAMES);
    expect(await judge(files.flac)).toBe(FRAMES);
  });

  it('never passes when it is cut off', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (kind, share) => {
          const whole = files[kind];
          const found = await judge(whole.subarray(0, Math.floor(whole.length * share)));
          expect(found).toMatch(/^file: (must be|cannot be used)/);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('passes with other bits in it only when its frames are all there', async () => {
    const flip = fc.record({
      kind: fc.constantFrom(...kinds),
      flips: fc.array(
        fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), bit: fc.nat(7) }),
        { minLength: 1, maxLength: 6 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(flip, async ({ kind, flips }) => {
        const bytes = Buffer.from(files[kind]);
        for (const { at, bit } of flips) bytes[Math.floor(at * bytes.length)]! ^= 1 << bit;
        const found = await judge(bytes);
        if (typeof found === 'number') expect(found).toBe(FRAMES);
        else expect(found).toMatch(/^file: /);
      }),
      { numRuns: 16 },
    );
  });

  it('is refused when the checksum of a page is another', async () => {
    const bytes = Buffer.from(files.ogg);
    bytes[bytes.length - readOggPages(bytes)!.at(-1)!.bytes.length + 22]! ^= 1;
    expect(await judge(bytes)).toMatch('a page of it is damaged');
  });

  it('is refused when a page lies about its length, with its checksum put right', async () => {
    for (const lie of [FRAMES - 500, FRAMES + 5000, 2 ** 40]) {
      const bytes = Buffer.from(files.ogg);
      const last = readOggPages(bytes)!.at(-1)!;
      const at = bytes.length - last.bytes.length;
      bytes.writeBigInt64LE(BigInt(lie), at + 6);
      bytes.writeUInt32LE(oggCrc(bytes.subarray(at)), at + 22);
      const found = await judge(bytes);
      // A smaller number is how a stream says where it ends.
      if (lie < FRAMES) expect(found).toBe(lie);
      else expect(found).toMatch(/cannot be used/);
    }
  });

  it('is refused when a FLAC says that it has other frames', async () => {
    const bytes = Buffer.from(files.flac);
    bytes.writeUInt32BE(FRAMES + 1, 22);
    expect(await judge(bytes)).toMatch('12001 frames and has 12000');
  });

  it('is refused with something behind its end, or twice in a row', async () => {
    for (const more of [Buffer.from('<script>'), files.ogg, Buffer.alloc(100)]) {
      expect(await judge(Buffer.concat([files.ogg, more]))).toMatch(/cannot be used/);
    }
  });

  it('is given up when it takes too long', async () => {
    const hasty = createSoundDecoder(createChildJobs(), { timeLimitMs: 1 });
    expect(await judge(files.ogg, hasty)).toMatch('takes too long');
  });

  it('is read past pictures and whatever else stands before a FLAC', async () => {
    const padding = Buffer.alloc(4 + 2_000_000);
    padding.writeUInt32BE(0x8100_0000 + 2_000_000);
    const head = Buffer.from(files.flac.subarray(0, 42));
    head[4] = 0;
    expect(await judge(Buffer.concat([head, padding, files.flac.subarray(42)]))).toBe(FRAMES);
    // A block that goes on behind the end.
    padding.writeUInt32BE(0x81ff_ffff);
    expect(await judge(Buffer.concat([head, padding, files.flac.subarray(42)]))).toMatch(
      /breaks off|no sound|damaged/,
    );
  });

  it.runIf(existsSync('/proc/self/status'))(
    'takes little memory, however much is in it',
    async () => {
      const frugal = createSoundDecoder(createChildJobs(), { memoryMb: 190 });
      // As floats its sound is 115 MB.
      expect(await judge(longestSilenceFile().bytes, frugal)).toBe(14_385_152);
      const frugaller = createSoundDecoder(createChildJobs(), { memoryMb: 20 });
      expect(await judge(files.ogg, frugaller)).toMatch('takes too much memory');
    },
  );
});
