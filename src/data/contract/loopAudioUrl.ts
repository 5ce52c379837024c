import type { Loop } from './loop.ts';

/** Address of the audio that a browser should fetch: Ogg first, then FLAC, then the plain url. */
export function loopAudioUrl(loop: Loop): string | undefined {
  return loop.cdn_attachments?.oggAudio?.url ?? loop.cdn_attachments?.flacAudio?.url ?? loop.url;
}
