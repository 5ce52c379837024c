/** Answers of calls: the network's where it has one, else the last one that this device got. */
import type { Loop } from '../data/contract/loop.ts';
import { deleteOwn, OPEN, placeOf } from './places.ts';
import type { Keeping } from './scope.ts';
import { freshOrKept, isGatewayDown, withinMs } from './waiting.ts';

const CACHE = 'rondo/answers/';
/** Longest wait for the network where a kept answer would do. */
const WAIT_MS = 6000;
/** Answers that a place keeps. */
const MAX_ANSWERS = 200;
const MAX_BYTES = 1024 * 1024;

/** Headers of an answer that a copy of it still has. */
const copyOf = async (answer: Response) =>
  new Response(await answer.blob(), {
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') ?? 'application/json' },
  });

async function keep(keeping: Keeping, place: string, url: string, answer: Response): Promise<void> {
  const cache = await keeping.caches.open(CACHE + place);
  if (answer.status !== 200) {
    // What is gone or forbidden is not shown again.
    const isGone = [401, 403, 404, 410].includes(answer.status);
    if (isGone) await cache.delete(url);
    return;
  }
  const copy = await copyOf(answer);
  if ((await copy.clone().blob()).size > MAX_BYTES) return;
  // What is put again goes to the end: the first ones were asked for longest ago.
  await cache.delete(url);
  await cache.put(url, copy);
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MAX_ANSWERS))) await cache.delete(old);
}

/**
 * Answers a call.
 * @param isAnsweredHere may what is kept stand in for the network? Else it is only kept
 * @param later gets the work that is not awaited
 * @throws what the network threw where nothing is kept
 */
export async function answerCall(
  keeping: Keeping,
  request: Request,
  isAnsweredHere: boolean,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const place = await placeOf(keeping, request.headers.get('authorization'));
  const asked = keeping.fetch(request).then((answer) => {
    if (!isGatewayDown(answer.status)) later(keep(keeping, place, request.url, answer.clone()));
    return answer;
  });
  if (!isAnsweredHere) return asked;
  const kept = async () =>
    (await (await keeping.caches.open(CACHE + place)).match(request.url)) ?? undefined;
  const isAnswer = ({ status }: Response) => !isGatewayDown(status);
  return freshOrKept(asked, withinMs(asked, WAIT_MS), isAnswer, kept);
}

interface LibraryAnswer {
  readonly data?: {
    readonly loops?: readonly Loop[];
    readonly rifffs?: readonly { readonly rifff?: { readonly loops?: readonly Loop[] } }[];
  };
}

/** Every loop of the library that a kept answer names, the newest answer first; each once. */
export async function namedLoops(keeping: Keeping, place: string): Promise<Loop[]> {
  const found = new Map<string, Loop>();
  for (const one of new Set([place, OPEN])) {
    const cache = await keeping.caches.open(CACHE + one);
    for (const { url } of [...(await cache.keys())].reverse()) {
      if (!/\/api\/library\/(loops|rifffs)$/.test(new URL(url).pathname)) continue;
      const answer = (await (await cache.match(url))?.json().catch(() => null)) as LibraryAnswer;
      const { loops = [], rifffs = [] } = answer?.data ?? {};
      for (const loop of [...loops, ...rifffs.flatMap(({ rifff }) => rifff?.loops ?? [])]) {
        if (loop.isLibraryLoop && !found.has(loop._id)) found.set(loop._id, loop);
      }
    }
  }
  return [...found.values()];
}

/** Forgets every answer that was for an account. */
export const forgetOwnAnswers = (keeping: Keeping): Promise<void> => deleteOwn(keeping, CACHE);
