/** Decodes one file and measures it in a process of its own: decoders run on hostile bytes here. */
import { answerOneJob } from '../../plugins/childProcess.ts';
import { decodeFile } from './decodeFile.ts';
import { type DecodeAnswer, type DecodeJob, SoundFault } from './sound.ts';

// What decoders print about hostile files is nobody's news.
console.error = () => undefined;

answerOneJob(async (job: DecodeJob): Promise<DecodeAnswer> => {
  try {
    return { facts: await decodeFile(job) };
  } catch (error) {
    const fault = error instanceof SoundFault ? error.message : 'it cannot be decoded';
    return { fault, detail: String(error) };
  }
});
