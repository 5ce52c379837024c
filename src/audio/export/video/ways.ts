/** What this browser can make videos with. */
import { canEncodeAudio, canEncodeVideo, QUALITY_HIGH, type VideoCodec } from 'mediabunny';
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import type { ExportWish, VideoSize, VideoWays } from '../Exporter.ts';

export type VideoWish = Extract<ExportWish, { kind: 'video' }>;

export interface EncodedWay {
  readonly way: 'encoded';
  readonly container: 'mp4' | 'webm';
  readonly video: VideoCodec;
  readonly audio: 'aac' | 'opus';
}

export interface RecordedWay {
  readonly way: 'recorded';
  readonly container: 'mp4' | 'webm';
  readonly mime: string;
}

const NAMES: Readonly<Record<string, string>> = {
  avc: 'H.264',
  vp9: 'VP9',
  vp8: 'VP8',
  av1: 'AV1',
  aac: 'AAC',
  opus: 'Opus',
};

/**
 * What the browser can record where it cannot encode, the most widely played first; of the others the one that is
 * least work, since what is not encoded in time is lost.
 */
const RECORDED: readonly (readonly ['mp4' | 'webm', string])[] = [
  ['mp4', 'video/mp4;codecs=avc1.42E01F,mp4a.40.2'],
  ['webm', 'video/webm;codecs=vp8,opus'],
  ['webm', 'video/webm;codecs=vp9,opus'],
  ['webm', 'video/webm'],
  ['mp4', 'video/mp4'],
];

async function firstOf<T>(
  list: readonly T[],
  can: (one: T) => Promise<boolean>,
): Promise<T | null> {
  for (const one of list) if (await can(one).catch(() => false)) return one;
  return null;
}

async function encodedWay(size: VideoSize): Promise<EncodedWay | null> {
  if (!('VideoEncoder' in window && 'AudioEncoder' in window)) return null;
  const quality = QUALITY_HIGH;
  const canPicture = (codec: VideoCodec) => canEncodeVideo(codec, { ...size, quality });
  const canSound = (codec: 'aac' | 'opus') =>
    canEncodeAudio(codec, { numberOfChannels: 2, sampleRate: SAMPLE_RATE_HZ, quality });
  const isOpus = await canSound('opus').catch(() => false);
  if (await canPicture('avc').catch(() => false)) {
    const audio = await firstOf(['aac', 'opus'] as const, canSound);
    if (audio) return { way: 'encoded', container: 'mp4', video: 'avc', audio };
  }
  const video = isOpus ? await firstOf(['vp9', 'vp8', 'av1'] as const, canPicture) : null;
  return video && { way: 'encoded', container: 'webm', video, audio: 'opus' };
}

function recordedWay(): RecordedWay | null {
  const canCapture = 'captureStream' in HTMLCanvasElement.prototype;
  if (!canCapture || !('MediaRecorder' in window)) return null;
  const found = RECORDED.find(([, mime]) => MediaRecorder.isTypeSupported(mime));
  return found ? { way: 'recorded', container: found[0], mime: found[1] } : null;
}

/** The best way of this browser to make a video of a size; null when it has none. */
export async function findWay(size: VideoSize): Promise<EncodedWay | RecordedWay | null> {
  return (await encodedWay(size)) ?? recordedWay();
}

/** The way in words. */
export async function videoWays(size: VideoSize): Promise<VideoWays> {
  const found = await findWay(size);
  if (!found) return { way: 'none', text: '' };
  const container = found.container === 'mp4' ? 'MP4' : 'WebM';
  if (found.way === 'recorded') return { way: 'recorded', text: container };
  return {
    way: 'encoded',
    text: `${container}, ${NAMES[found.video]} and ${NAMES[found.audio]}`,
  };
}
