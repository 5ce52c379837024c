import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAiff, readExtended } from './aiff.ts';
import { type DecodedAudio, SoundFileError } from './soundFile.ts';
import {
  aiffCommon,
  aiffFile,
  aiffSound,
  ascii,
  chunk,
  extended,
  join,
  type Pcm,
  wavData,
  wavFile,
  wavFormat,
  wholeBytes,
} from './testing/soundFiles.ts';
import { decodeWav } from './wav.ts';
import { encodeWav } from './wavWrite.ts';

/** Samples that a file of any depth could hold. */
const pcm = fc
  .record({
    bits: fc.constantFrom(8, 16, 24, 32),
    channels: fc.integer({ min: 1, max: 2 }),
    sampleRate: fc.constantFrom(8000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000),
  })
  .chain(({ bits, channels, sampleRate }) => {
    const sample = fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
    const frame = fc.array(sample, { minLength: channels, maxLength: channels });
    return fc
      .array(frame, { minLength: 1, maxLength: 40 })
      .map((frames): Pcm => ({ bits, sampleRate, frames }));
  });

/** Chunks that a reader does not know, of odd and even sizes. */
const strangers = fc.array(
  fc.tuple(
    fc.constantFrom('LIST', 'JUNK', 'bext', 'id3 ', 'MARK'),
    fc.uint8Array({ maxLength: 9 }),
  ),
  { maxLength: 3 },
);

function expectSound(sound: DecodedAudio, { bits, sampleRate, frames }: Pcm): void {
  expect(sound).toMatchObject({ sampleRate, bitDepth: bits, length: frames.length });
  expect(sound.totalFrames).toBe(frames.length);
  const ideal = sound.channels.map((_, c) =>
    Float32Array.from(frames, (frame) => frame[c]! / 2 ** (bits - 1)),
  );
  expect(sound.channels).toEqual(ideal);
}

/** Reads bytes; true when they are sound of a size that they warrant, false when they are refused properly. */
function survives(decode: (bytes: Uint8Array) => DecodedAudio, bytes: Uint8Array): boolean {
  try {
    const { channels, length, sampleRate, totalFrames } = decode(bytes);
    expect(channels.length * length).toBeLessThanOrEqual(bytes.length);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(Math.min(totalFrames, 300 * sampleRate));
    for (const channel of channels) {
      expect(channel.length).toBe(length);
      expect(channel.every((sample) => sample >= -1 && sample <= 1)).toBe(true);
    }
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(SoundFileError);
    return false;
  }
}

const faultOf = (decode: () => unknown): string => {
  try {
    decode();
  } catch (error) {
    if (error instanceof SoundFileError) return `${error.fault}: ${error.message}`;
    throw error;
  }
  return 'none';
};

const tone: Pcm = {
  bits: 16,
  sampleRate: 48_000,
  frames: [
    [1, -1],
    [200, -200],
    [32_767, -32_768],
  ],
};
const plainWav = wavFile(chunk('fmt ', wavFormat(tone), true), chunk('data', wavData(tone), true));
const plainAiff = aiffFile(
  'AIFF',
  chunk('COMM', aiffCommon(tone), false),
  chunk('SSND', aiffSound(tone), false),
);

describe('reading WAV', () => {
  it('gives every sample of any depth, plain or extensible, among chunks it does not know', () => {
    fc.assert(
      fc.property(
        pcm,
        fc.boolean(),
        strangers,
        strangers,
        (sound, isExtensible, before, between) => {
          const others = (list: typeof before) => list.map(([tag, body]) => chunk(tag, body, true));
          const file = wavFile(
            ...others(before),
            chunk('fmt ', wavFormat(sound, 1, isExtensible), true),
            ...others(between),
            chunk('data', wavData(sound), true),
            chunk('LIST', ascii('INFOabc'), true),
          );
          expectSound(decodeWav(file), sound);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reads what `encodeWav` writes back to the bit in floating point, and to half a step in 16 and 24 bits', () => {
    const sample = fc.float({ min: -1, max: Math.fround(0.9999), noNaN: true });
    fc.assert(
      fc.property(
        fc.array(sample, { minLength: 1, maxLength: 50 }),
        fc.boolean(),
        (list, isStereo) => {
          const one = Float32Array.from(list);
          const channels = isStereo ? [one, one.toReversed()] : [one];
          expect(decodeWav(encodeWav(channels, 48_000, 'float')).channels).toEqual(channels);
          for (const depth of [16, 24] as const) {
            const back = decodeWav(encodeWav(channels, 44_100, depth));
            expect(back).toMatchObject({ sampleRate: 44_100, bitDepth: depth, length: one.length });
            back.channels.forEach((channel, c) => {
              channel.forEach((x, n) => {
                expect(Math.abs(x - channels[c]![n]!)).toBeLessThanOrEqual(2 ** -depth * 1.5);
              });
            });
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('reads 64-bit floats, silences what is no number and brings what is too loud down as a whole', () => {
    const values = new Float64Array([0.5, -4, Number.NaN, Number.POSITIVE_INFINITY]);
    const sound = { bits: 64, sampleRate: 48_000, frames: values.length };
    const format = wavFormat({ ...sound, frames: [[0]] }, 3);
    const file = wavFile(
      chunk('fmt ', format, true),
      chunk('data', new Uint8Array(values.buffer), true),
    );
    expect(decodeWav(file)).toMatchObject({
      bitDepth: 64,
      channels: [Float32Array.of(0.125, -1, 0, 0)],
    });
  });

  it.each([0xffff_ffff, 0x7fff_fff0, 13, 0])(
    'takes what is there when the samples claim %i bytes',
    (says) => {
      const file = wavFile(
        chunk('fmt ', wavFormat(tone), true),
        chunk('data', wavData(tone), true, says),
      );
      if (says === 0) file.set([0, 0, 0, 0], 4);
      expectSound(decodeWav(file), tone);
    },
  );

  it('survives writers that forget the padding', () => {
    const unpadded = join(ascii('LIST'), wholeBytes(7, 4, true), ascii('INFOabc'));
    const file = wavFile(
      unpadded,
      chunk('fmt ', wavFormat(tone), true),
      chunk('data', wavData(tone), true),
    );
    expectSound(decodeWav(file), tone);
  });

  it('keeps five minutes of a longer file and says how long it is', () => {
    const frames = 8000 * 301;
    const format = wavFormat({ bits: 8, sampleRate: 8000, frames: [[0]] });
    const file = wavFile(chunk('fmt ', format, true), chunk('data', new Uint8Array(frames), true));
    expect(decodeWav(file)).toMatchObject({ length: 8000 * 300, totalFrames: frames });
  });

  it('refuses what it cannot read in the words of the specification', () => {
    const withFormat = (format: Uint8Array) =>
      wavFile(chunk('fmt ', format, true), chunk('data', wavData(tone), true));
    const wide: Pcm = { bits: 16, sampleRate: 48_000, frames: [[0, 0, 0, 0, 0, 0]] };
    const cases: [Uint8Array, string][] = [
      [new Uint8Array(0), 'notAWav: File is not a WAV'],
      [plainAiff, 'notAWav: File is not a WAV'],
      [plainWav.subarray(0, 11), 'notAWav: File is not a WAV'],
      [wavFile(chunk('data', wavData(tone), true)), 'notAWav: File is not a WAV'],
      [withFormat(wavFormat(tone, 2)), 'notPcmWav: Cannot decode non-PCM encoded WAV file'],
      [
        withFormat(wavFormat(tone, 0x55, true)),
        'notPcmWav: Cannot decode non-PCM encoded WAV file',
      ],
      [wavFile(chunk('fmt ', wavFormat(tone), true)), 'empty: The file holds no sound'],
      [withFormat(wavFormat(wide)), 'channels: The file has 6 channels'],
      [
        withFormat(wavFormat({ ...tone, sampleRate: 7999 })),
        'rate: The file has 7999 samples a second',
      ],
    ];
    expect(cases.map(([bytes]) => faultOf(() => decodeWav(bytes)))).toEqual(
      cases.map(([, fault]) => fault),
    );
  });
});

describe('reading AIFF', () => {
  const codings = fc.constantFrom(undefined, 'NONE', 'twos', 'sowt');

  it('gives every sample of any depth in either byte order, among chunks it does not know', () => {
    fc.assert(
      fc.property(pcm, codings, strangers, fc.nat(5), (sound, coding, before, offset) => {
        const file = aiffFile(
          coding ? 'AIFC' : 'AIFF',
          ...before.map(([tag, body]) => chunk(tag, body, false)),
          chunk('SSND', aiffSound(sound, coding === 'sowt', offset), false),
          chunk('ANNO', ascii('odd'), false),
          chunk('COMM', aiffCommon(sound, coding), false),
        );
        expectSound(decodeAiff(file), sound);
      }),
      { numRuns: 300 },
    );
  });

  it('reads the codings that name their own width', () => {
    const at24: Pcm = { bits: 24, sampleRate: 44_100, frames: [[-8_388_608], [1], [8_388_607]] };
    const as = (coding: string, sound: Pcm, isLittleEndian = false) =>
      decodeAiff(
        aiffFile(
          'AIFC',
          chunk('COMM', aiffCommon(sound, coding), false),
          chunk('SSND', aiffSound(sound, isLittleEndian), false),
        ),
      );
    expectSound(as('in24', at24), at24);
    expectSound(as('42ni', at24, true), at24);
    const floats = new Float32Array([0.25, -0.75]);
    const bytes = new Uint8Array(new Uint8Array(floats.buffer).toReversed());
    const file = aiffFile(
      'AIFC',
      chunk(
        'COMM',
        aiffCommon({ bits: 32, sampleRate: 48_000, frames: [[0], [0]] }, 'fl32'),
        false,
      ),
      chunk('SSND', join(new Uint8Array(8), bytes), false),
    );
    expect(decodeAiff(file)).toMatchObject({
      bitDepth: 32,
      channels: [Float32Array.of(-0.75, 0.25)],
    });
  });

  it('reads the 80-bit sample rate of every whole number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (rate) => {
        expect(readExtended(new DataView(extended(rate).slice().buffer), 0)).toBe(rate);
      }),
    );
  });

  it('takes what is there when its sizes promise more, or nothing as a stream does', () => {
    const file = (frames: number, size?: number) =>
      aiffFile(
        'AIFF',
        chunk('COMM', aiffCommon(tone, undefined, frames), false),
        chunk('SSND', aiffSound(tone), false, size),
      );
    for (const [frames, size] of [
      [0xffff_ffff, 0xffff_ffff],
      [4, undefined],
      [0, 0],
    ] as const) {
      expectSound(decodeAiff(file(frames, size)), tone);
    }
  });

  it('refuses what it cannot read', () => {
    const coded = (coding: string) =>
      aiffFile(
        'AIFC',
        chunk('COMM', aiffCommon(tone, coding), false),
        chunk('SSND', aiffSound(tone), false),
      );
    const cases: [Uint8Array, string][] = [
      [new Uint8Array(0), 'notAnAiff: File is not an AIFF'],
      [plainWav, 'notAnAiff: File is not an AIFF'],
      [plainAiff.subarray(0, 30), 'notAnAiff: File is not an AIFF'],
      [coded('ima4'), "compressed: Cannot decode AIFF file coded as 'ima4'"],
      [aiffFile('AIFF', chunk('COMM', aiffCommon(tone), false)), 'empty: The file holds no sound'],
    ];
    expect(cases.map(([bytes]) => faultOf(() => decodeAiff(bytes)))).toEqual(
      cases.map(([, fault]) => fault),
    );
  });
});

describe.each([
  ['WAV', decodeWav, plainWav],
  ['AIFF', decodeAiff, plainAiff],
] as const)('a hostile %s', (_, decode, plain) => {
  it('broken off anywhere is shorter or refused', () => {
    for (let size = 0; size <= plain.length; size++) survives(decode, plain.subarray(0, size));
  });

  it('with any bytes changed never throws raw, hangs or takes more memory than it has bytes', () => {
    const change = fc.tuple(fc.nat(plain.length - 1), fc.integer({ min: 0, max: 255 }));
    let read = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const bytes = plain.slice();
        for (const [at, value] of changes) bytes[at] = value;
        if (survives(decode, bytes)) read += 1;
      }),
      { numRuns: 3000 },
    );
    expect(read).toBeGreaterThan(100);
  });

  it('with a size of the worst kind in any place is survived', () => {
    const worst = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
    for (let at = 4; at + 4 <= plain.length; at++) {
      for (const size of worst) {
        for (const isLittleEndian of [true, false]) {
          const bytes = plain.slice();
          bytes.set(wholeBytes(size, 4, isLittleEndian), at);
          survives(decode, bytes);
        }
      }
    }
  });

  it('of a million empty chunks is refused in bounded time, and of noise too', () => {
    const empty = new Uint8Array(8_000_000);
    empty.set(plain.subarray(0, 12));
    expect(survives(decode, empty)).toBe(false);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
        survives(decode, join(plain.subarray(0, 12), noise));
      }),
      { numRuns: 1000 },
    );
  });
});
