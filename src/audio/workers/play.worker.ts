/** What must be done before a loop sounds: files that the browser does not decode, speed and pitch. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { decodeAiff } from '../../dsp/aiff.ts';
import { resampleSpan, type SpanJob } from '../../dsp/resample.ts';
import { decodeWav } from '../../dsp/wav.ts';
import { once } from '../loading/singleFlight.ts';
import { type RenderJob, runJob, type Stretcher } from './renderPass.ts';
import { serve } from './serve.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The vocoder, fetched with the first loop that needs it. */
const vocoder = once(async () => {
  const { openStretch } = await import('./stretch/signalsmith.ts');
  return openStretch(SAMPLE_RATE_HZ);
});

const stretch: Stretcher = async (channels, outFrames) => {
  const { stretchLoop } = await import('./stretch/stretchLoop.ts');
  return stretchLoop(await vocoder(), channels, outFrames);
};

/** The vocoder changes the scope that it runs in: a page does without. */
const isPage = 'document' in globalThis;

export const playTasks = {
  wav: (bytes: Bytes) => decodeWav(bytes),
  aiff: (bytes: Bytes) => decodeAiff(bytes),
  // Fetched only where the browser's own decoder does not serve.
  vorbis: async (bytes: Bytes) => (await import('./vorbis.ts')).decodeVorbis(bytes),
  flac: async (bytes: Bytes) => (await import('../../dsp/flac.ts')).decodeFlac(bytes),
  span: (job: SpanJob) => resampleSpan(job),
  render: (job: RenderJob) => runJob(job, isPage ? undefined : stretch),
};

serve(playTasks);
