/** Silence as AAC in an MP4 file (ISO 14496-12 and -14), written here box by box. */
import { ascii, big, join } from './bits.ts';
import { TINY_RATE, type TinySound } from './tinySounds.ts';

const PACKETS = 8;
const PACKET_FRAMES = 1024;
/** One channel, no band coded, end: the shortest AAC-LC frame there is. */
const SILENCE = Uint8Array.of(0, 0, 0, 7);
const UNITY = join(big(0x10000, 4), big(0, 12), big(0x10000, 4), big(0, 12), big(0x40000000, 4));

const box = (name: string, ...parts: readonly Uint8Array[]) => {
  const body = join(...parts);
  return join(big(body.length + 8, 4), ascii(name), body);
};
const full = (name: string, ...parts: readonly Uint8Array[]) => box(name, big(0, 4), ...parts);
const tag = (id: number, ...parts: readonly Uint8Array[]) => {
  const body = join(...parts);
  return join(Uint8Array.of(id, body.length), body);
};

function sampleTable(offset: number): Uint8Array {
  const decoder = tag(
    4,
    Uint8Array.of(0x40, 0x15),
    big(0, 11),
    // AAC-LC, 48 kHz, one channel.
    tag(5, Uint8Array.of(0x11, 0x88)),
  );
  const descriptor = full('esds', tag(3, big(1, 2), big(0, 1), decoder, tag(6, Uint8Array.of(2))));
  const entry = box(
    'mp4a',
    big(0, 6),
    big(1, 2),
    big(0, 8),
    big(1, 2),
    big(16, 2),
    big(0, 4),
    big(TINY_RATE, 2),
    big(0, 2),
    descriptor,
  );
  return box(
    'stbl',
    full('stsd', big(1, 4), entry),
    full('stts', big(1, 4), big(PACKETS, 4), big(PACKET_FRAMES, 4)),
    full('stsc', big(1, 4), big(1, 4), big(PACKETS, 4), big(1, 4)),
    full('stsz', big(SILENCE.length, 4), big(PACKETS, 4)),
    full('stco', big(1, 4), big(offset, 4)),
  );
}

function movie(offset: number): Uint8Array {
  const length = big(PACKETS * PACKET_FRAMES, 4);
  const media = box(
    'mdia',
    full('mdhd', big(0, 8), big(TINY_RATE, 4), length, big(0x55c4, 2), big(0, 2)),
    full('hdlr', big(0, 4), ascii('soun'), big(0, 12), big(0, 1)),
    box(
      'minf',
      full('smhd', big(0, 4)),
      box('dinf', full('dref', big(1, 4), box('url ', big(1, 4)))),
      sampleTable(offset),
    ),
  );
  const trackHead = box(
    'tkhd',
    big(3, 4),
    big(0, 8),
    big(1, 4),
    big(0, 4),
    length,
    big(0, 12),
    big(0x0100, 2),
    big(0, 2),
    UNITY,
    big(0, 8),
  );
  const head = full(
    'mvhd',
    big(0, 8),
    big(TINY_RATE, 4),
    length,
    big(0x10000, 4),
    big(0x0100, 2),
    big(0, 10),
    UNITY,
    big(0, 24),
    big(2, 4),
  );
  return box('moov', head, box('trak', trackHead, media));
}

/** AAC-LC in M4A, eight packets of silence. Decoders may drop or keep the packets that prime them. */
export function tinyM4a(): TinySound {
  const type = box('ftyp', ascii('M4A '), big(0, 4), ascii('M4A isom'));
  const offset = type.length + movie(0).length + 8;
  const data = Array.from({ length: PACKETS }, () => SILENCE);
  return {
    bytes: join(type, movie(offset), box('mdat', ...data)),
    frames: PACKETS * PACKET_FRAMES,
    slack: 3 * PACKET_FRAMES,
    rms: 0,
  };
}
