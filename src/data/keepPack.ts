/** Has the loops of a pack stay on this device, so that they are there without a network. */
import { call } from './client.ts';
import { LIBRARY_CALLS } from './contract/calls.ts';
import { LIBRARY_LOOPS_MAX } from './contract/constants.ts';
import { loopAudioUrl } from './contract/loopData.ts';
import { callerHeaders } from './credential.ts';
import { holdMedia } from './worker.ts';

const FETCHES_AT_ONCE = 3;

export interface KeptPack {
  readonly total: number;
  /** How many of its loops are here. */
  readonly here: number;
}

/**
 * Fetches what of a pack is not here yet; the worker keeps what it sees pass.
 * @throws ApiError where the server cannot be asked which loops it has
 */
export async function keepPack(pack: string, onLoop: (kept: KeptPack) => void): Promise<KeptPack> {
  const { loops } = await call(LIBRARY_CALLS.libraryLoops, {
    query: { limit: LIBRARY_LOOPS_MAX, pack },
  });
  const urls = loops.flatMap((loop) => {
    const url = URL.parse(loopAudioUrl(loop) ?? '', location.href);
    return url?.origin === location.origin ? [{ url, isOpen: loop.isLibraryLoop }] : [];
  });
  const rest = [...urls];
  let here = 0;
  const work = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      // As the engine asks: what is for everyone is asked for without a credential.
      const headers = next.isOpen ? {} : callerHeaders();
      const answer = await fetch(next.url, { headers }).catch(() => null);
      if (answer?.ok && (await answer.blob().catch(() => null))) here += 1;
      onLoop({ total: urls.length, here });
    }
  };
  await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, work));
  const held = await holdMedia(urls.map(({ url }) => url.pathname));
  return { total: urls.length, here: held };
}
