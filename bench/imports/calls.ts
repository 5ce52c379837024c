/** What benches of imports share: the calls of one over HTTP, and sounds to send. */
import type { TestAccount } from '../../server/testing/accounts.ts';
import { flacOf, oggOf, type Pcm } from '../../server/testing/sounds.ts';
import type { ImportCalls } from '../../src/audio/imports/run/ImportCalls.ts';
import { importForm } from '../../src/audio/imports/run/importForm.ts';
import { ApiError } from '../../src/data/contract/errors.ts';

/** The calls over HTTP, as an account of a server. */
export function callsTo(base: string, who: TestAccount): ImportCalls {
  const send = async (path: string, body: object) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${base}/api/imports${path}`, {
      method: 'POST',
      headers: { ...who.headers, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await answer.json();
    if (answer.ok) return text.data;
    throw new ApiError(text.error.code, text.message);
  };
  return {
    begin: async (body) => (await send('', body)).import,
    people: async (id, people) => send(`/${id}/people`, { people }),
    missingLoops: async (id, ids) => (await send(`/${id}/loops/missing`, { ids })).missing,
    loop: (id, sent) => send(`/${id}/loops`, importForm(sent)),
    rifffs: (id, rifffs) => send(`/${id}/rifffs`, { rifffs }),
    messages: (id, messages) => send(`/${id}/messages`, { messages }),
    finish: async (id) => (await send(`/${id}/finish`, {})).jam,
  };
}

/** Noise of so many frames at 48 kHz in two channels, both files of it: nothing is harder to pack. */
export async function noiseFiles(frames: number): Promise<{ file: Blob; master: Blob }> {
  const pcm: Pcm = [0, 1].map(() =>
    Float32Array.from({ length: frames }, () => Math.random() - 0.5),
  );
  const [ogg, flac] = [await oggOf(pcm), await flacOf(pcm)];
  return {
    file: new Blob([new Uint8Array(ogg)], { type: 'audio/ogg' }),
    master: new Blob([new Uint8Array(flac)], { type: 'audio/flac' }),
  };
}
