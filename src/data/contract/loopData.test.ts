import { describe, expect, it } from 'vitest';
import { LoopSchema } from './loop.ts';
import { attachmentUrl, decodeBytes, encodeBytes, loopAudioUrl } from './loopData.ts';

const KEY = 'attachments/oggAudio/band0123456789/f00';

describe('the address of an attachment', () => {
  it.each([
    [{ url: '/media/a', endpoint: 'cdn.example', key: 'b' }, '/media/a'],
    [{ endpoint: 'cdn.example', key: KEY }, `https://cdn.example/${KEY}`],
    [{ endpoint: 'https://cdn.example', key: KEY }, `https://cdn.example/${KEY}`],
    [{ endpoint: 'https://cdn.example/', key: `/${KEY}` }, `https://cdn.example/${KEY}`],
    [{ endpoint: 'http://localhost:9000/bucket', key: 'a' }, 'http://localhost:9000/bucket/a'],
    [{ endpoint: 'rondo.example/media', key: 'f00' }, 'https://rondo.example/media/f00'],
    [{ bucket: 'sound', endpoint: 's3.example', key: 'a' }, 'https://sound.s3.example/a'],
    [{ bucket: 'sound', endpoint: 'sound.s3.example', key: 'a' }, 'https://sound.s3.example/a'],
    [{ bucket: '', endpoint: 's3.example', key: 'a' }, 'https://s3.example/a'],
    [
      { endpoint: 's3.example', key: 'a b/c#d?e/ü%' },
      'https://s3.example/a%20b/c%23d%3Fe/%C3%BC%25',
    ],
  ])('of %j is %s', (attachment, address) => {
    expect(attachmentUrl(attachment)).toBe(address);
  });

  it.each([
    [undefined],
    [{}],
    [{ endpoint: '', key: 'a' }],
    [{ endpoint: 'cdn.example' }],
    [{ key: 'a' }],
    [{ endpoint: 'user:secret@cdn.example', key: 'a' }],
    [{ endpoint: 'cdn.example/?x=', key: 'a' }],
    [{ endpoint: 'not a host', key: 'a' }],
    [{ endpoint: 'javascript:alert(1)//', key: 'a' }],
  ])('is none for %j', (attachment) => {
    expect(attachmentUrl(attachment)).toBeUndefined();
  });
});

it('takes the Ogg of a loop before its FLAC, and the plain address last', () => {
  const loop = LoopSchema.parse({
    _id: 'a',
    creatorUserName: 'ada',
    created: 1,
    barLength: 16,
    length16ths: 16,
    bps: 2,
    sampleRate: 48_000,
    url: '/plain',
  });
  const flacAudio = { endpoint: 'cdn.example', key: 'flac' };
  expect(loopAudioUrl(loop)).toBe('/plain');
  const withFlac = { ...loop, cdn_attachments: { oggAudio: { key: 'no endpoint' }, flacAudio } };
  expect(loopAudioUrl(withFlac)).toBe('https://cdn.example/flac');
  const oggAudio = { endpoint: 'cdn.example', key: 'ogg' };
  expect(loopAudioUrl({ ...loop, cdn_attachments: { oggAudio, flacAudio } })).toBe(
    'https://cdn.example/ogg',
  );
});

it('reads byte tables back, and a broken one as empty', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect(decodeBytes(encodeBytes(bytes))).toEqual(bytes);
  expect(decodeBytes('***')).toHaveLength(0);
  expect(decodeBytes(undefined)).toHaveLength(0);
});
