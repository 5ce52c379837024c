/** Silence as Ogg Vorbis and Ogg Opus, written here bit by bit, without an encoder. */
import { ascii, BitWriter, crc, join, little } from './bits.ts';
import { TINY_FRAMES, TINY_RATE, type TinySound } from './tinySounds.ts';

const SERIAL = 0x526f6e64;

/** One page (RFC 3533) of packets shorter than 255 bytes. */
function page(packets: readonly Uint8Array[], sequence: number, flags: number, granule: number) {
  const head = join(
    ascii('OggS'),
    Uint8Array.of(0, flags),
    little(granule, 8),
    little(SERIAL, 4),
    little(sequence, 4),
    little(0, 4),
    Uint8Array.of(packets.length, ...packets.map((packet) => packet.length)),
  );
  const whole = join(head, ...packets);
  whole.set(little(crc(whole, 0x04c11db7, 32), 4), 22);
  return whole;
}

/** Vendor and no comments, as both formats have them. */
const COMMENTS = join(little(5, 4), ascii('Rondo'), little(0, 4));

/**
 * The smallest set-up header that Vorbis I allows: one codebook of two entries, a floor without partitions,
 * an empty residue, one mapping, one mode of short blocks.
 */
function vorbisSetup(): Uint8Array {
  const bits = new BitWriter('least');
  bits.put(0, 8).put(0x42, 8).put(0x43, 8).put(0x56, 8).put(1, 16).put(2, 24).put(0, 1).put(0, 1);
  bits.put(0, 5).put(0, 5).put(0, 4);
  bits.put(0, 6).put(0, 16);
  bits.put(0, 6).put(1, 16).put(0, 5).put(0, 2).put(4, 4);
  bits
    .put(0, 6)
    .put(0, 16)
    .put(0, 24)
    .put(0, 24)
    .put(0, 24)
    .put(0, 6)
    .put(0, 8)
    .put(0, 3)
    .put(0, 1);
  bits.put(0, 6).put(0, 16).put(0, 1).put(0, 1).put(0, 2).put(0, 8).put(0, 8).put(0, 8);
  bits.put(0, 6).put(0, 1).put(0, 16).put(0, 16).put(0, 8).put(1, 1);
  return join(Uint8Array.of(5), ascii('vorbis'), bits.take());
}

/** Ogg Vorbis: packets that say "no floor", which is silence, cut to the exact length by the last page. */
export function tinyVorbis(): TinySound {
  const identity = join(
    Uint8Array.of(1),
    ascii('vorbis'),
    little(0, 4),
    Uint8Array.of(1),
    little(TINY_RATE, 4),
    little(0, 12),
    // Both block sizes are 2^8: each packet after the first gives 128 frames.
    Uint8Array.of(0x88, 1),
  );
  const comments = join(Uint8Array.of(3), ascii('vorbis'), COMMENTS, Uint8Array.of(1));
  const count = Math.ceil(TINY_FRAMES / 128) + 1;
  const packets = Array.from({ length: count }, () => Uint8Array.of(0));
  // Two pages: where one is first and last at once, a decoder cannot know which end to cut.
  const half = 20;
  return {
    bytes: join(
      page([identity], 0, 2, 0),
      page([comments, vorbisSetup()], 1, 0, 0),
      page(packets.slice(0, half), 2, 0, (half - 1) * 128),
      page(packets.slice(half), 3, 4, TINY_FRAMES),
    ),
    frames: TINY_FRAMES,
    slack: 0,
    rms: 0,
  };
}

/** Ogg Opus (RFC 7845): frames of 20 ms of silence, with the usual 312 frames to be skipped. */
export function tinyOpus(): TinySound {
  const skip = 312;
  const head = join(
    ascii('OpusHead'),
    Uint8Array.of(1, 1),
    little(skip, 2),
    little(TINY_RATE, 4),
    little(0, 2),
    Uint8Array.of(0),
  );
  const count = Math.ceil((TINY_FRAMES + skip) / 960);
  const packets = Array.from({ length: count }, () => Uint8Array.of(0xf8, 0xff, 0xfe));
  return {
    bytes: join(
      page([head], 0, 2, 0),
      page([join(ascii('OpusTags'), COMMENTS)], 1, 0, 0),
      page(packets, 2, 4, TINY_FRAMES + skip),
    ),
    frames: TINY_FRAMES,
    slack: 0,
    rms: 0,
  };
}
