/** The first sound of a file, by the reader of its container: nothing is decoded until it is asked for. */
import { SoundFileError } from '../../dsp/soundFile.ts';

const unreadable = (cause?: unknown) => {
  const error = new SoundFileError('unreadable', 'The browser cannot decode the file');
  error.cause = cause;
  return error;
};

/** Opens a file with the reader of its container, and gives it back afterwards. @throws SoundFileError */
export async function withTrack<T>(
  file: Blob,
  use: (
    media: typeof import('mediabunny'),
    track: import('mediabunny').InputAudioTrack,
  ) => Promise<T>,
): Promise<T> {
  const media = await import('mediabunny');
  const { Input, BlobSource, ADTS, FLAC, MP3, MP4, OGG, QTFF, WAVE } = media;
  const formats = [OGG, FLAC, MP3, MP4, QTFF, ADTS, WAVE];
  const input = new Input({ source: new BlobSource(file), formats });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw unreadable();
    return await use(media, track);
  } catch (cause) {
    throw cause instanceof SoundFileError ? cause : unreadable(cause);
  } finally {
    input.dispose();
  }
}
