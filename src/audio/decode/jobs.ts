/** What the workers of the decode pool can do, as plain functions. */
import { decodeAiff } from '../../dsp/aiff.ts';
import { cutRegion, type Region } from '../../dsp/cutRegion.ts';
import { type DecodedAudio, SoundFileError, type SoundFileFault } from '../../dsp/soundFile.ts';
import { type SoundSurvey, surveySound } from '../../dsp/survey.ts';
import { decodeWav } from '../../dsp/wav.ts';

type Channels = readonly Float32Array<ArrayBuffer>[];

export type DecodeJob =
  | { readonly kind: 'wav'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'aiff'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'vorbis'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'survey'; readonly channels: Channels; readonly sampleRate: number }
  | { readonly kind: 'cut'; readonly channels: Channels; readonly region: Region };

export interface JobResults {
  wav: DecodedAudio;
  aiff: DecodedAudio;
  vorbis: DecodedAudio;
  survey: SoundSurvey;
  cut: Float32Array<ArrayBuffer>[];
}

export type JobResult<Job extends DecodeJob> = JobResults[Job['kind']];

/** A failure as it travels from a worker. */
export interface JobFailure {
  readonly message: string;
  readonly fault?: SoundFileFault;
}

export type JobAnswer =
  | { readonly id: number; readonly result: JobResults[DecodeJob['kind']] }
  | { readonly id: number; readonly failure: JobFailure };

async function doJob(job: DecodeJob): Promise<JobResults[DecodeJob['kind']]> {
  if (job.kind === 'wav') return decodeWav(job.bytes);
  if (job.kind === 'aiff') return decodeAiff(job.bytes);
  if (job.kind === 'vorbis') {
    // Only browsers without a decoder of their own fetch this one.
    const { decodeVorbis } = await import('./vorbis.ts');
    return decodeVorbis(job.bytes);
  }
  if (job.kind === 'survey') return surveySound(job.channels, job.sampleRate);
  return cutRegion(job.channels, job.region);
}

/** Does a job. @throws SoundFileError for a file that is none of ours */
export function runDecodeJob<Job extends DecodeJob>(job: Job): Promise<JobResult<Job>> {
  return doJob(job) as Promise<JobResult<Job>>;
}

/** A failure in the form that travels. */
export function failureOf(error: unknown): JobFailure {
  if (error instanceof SoundFileError) return { message: error.message, fault: error.fault };
  return { message: error instanceof Error ? error.message : String(error) };
}

/** The error of a failure that has travelled. */
export function errorOf({ message, fault }: JobFailure): Error {
  return fault ? new SoundFileError(fault, message) : new Error(message);
}
