/** Decodes files of one account and measures them in a process of its own: decoders run on hostile bytes here. */
import { answerJobs } from '../../plugins/childProcess.ts';
import { decodeFile } from './decodeFile.ts';
import { type DecodeAnswer, type DecodeJob, type SoundFacts, SoundFault } from './sound.ts';

// What decoders print about hostile files is no news.
console.error = () => undefined;

answerJobs(async ({ files }: DecodeJob): Promise<DecodeAnswer> => {
  const facts: SoundFacts[] = [];
  try {
    for (const file of files) facts.push(await decodeFile(file));
    return { facts };
  } catch (error) {
    const fault = error instanceof SoundFault ? error.message : 'it cannot be decoded';
    return { at: facts.length, fault, detail: String(error) };
  }
});
