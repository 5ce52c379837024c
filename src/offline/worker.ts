/**
 * The worker between the pages and the network: keeps the pages, what was heard and what they were last told, so that
 * music can be made where there is no network, and shows what is pushed. The build puts `__SHELL__` in (`tools/build/worker.ts`).
 */

import { STAGE_HEADER } from '../data/contract/constants.ts';
import { loopAudioUrl } from '../data/contract/loopData.ts';
import type { Shell, WorkerMessage } from '../data/contract/offline.ts';
import { answerCall, forgetOwnAnswers, namedLoops } from './answers.ts';
import { MediaShelf } from './media.ts';
import { forgetPlaces, placeOf, renewPlace } from './places.ts';
import { installPush } from './push.ts';
import { kindOf } from './requests.ts';
import type { Keeping, RequestEvent, ToldEvent, WorkerScope } from './scope.ts';
import { ShellShelf } from './shell.ts';

/** Makes a worker of a scope. Apart from the entry, so that tests can make one. */
export function startWorker(scope: WorkerScope, shell: Shell): void {
  const home = new URL('.', scope.location.href).href;
  const keeping: Keeping = {
    caches: scope.caches,
    home,
    fetch: (request, init) => scope.fetch(request, init),
    now: Date.now,
  };
  const pages = new ShellShelf(keeping, shell);
  const media = new MediaShelf(keeping);
  const savesData = () => scope.navigator.connection?.saveData === true;

  const pathOf = (url: string | undefined) => {
    const found = url === undefined ? null : URL.parse(url, home);
    return found?.href.startsWith(home) ? found.pathname : '';
  };

  async function keptLibrary(credential: string | null) {
    const place = await placeOf(keeping, credential);
    const loops = await namedLoops(keeping, place);
    const here = await media.here(
      loops.map((loop) => pathOf(loopAudioUrl(loop))),
      place,
    );
    return { loops: loops.filter((loop) => here.has(pathOf(loopAudioUrl(loop)))) };
  }

  /** What is answered to a request, and the work after it; undefined for what is the network's alone. */
  function answerOf(
    request: Request,
    waitFor: (work: Promise<unknown>) => void,
  ): Promise<Response> | undefined {
    const { method, mode, url } = request;
    // What a stage is shown by its code is for that stage alone, and for no later.
    if (request.headers.has(STAGE_HEADER)) return undefined;
    const hasRange = request.headers.has('range');
    const kind = kindOf({ method, mode, url, hasRange }, home);
    // What could not be kept is no reason to keep an answer from the page.
    const later = (work: Promise<unknown>) =>
      waitFor(work.catch((cause: unknown) => console.warn('Not kept', url, cause)));
    switch (kind) {
      case 'page':
      case 'ownPage':
        return pages.page(request, kind === 'ownPage');
      case 'asset':
        return pages.asset(request, later);
      case 'media':
        return media.answer(request, later);
      case 'pass':
        return undefined;
      default:
        return answerCall(keeping, request, kind === 'answer', later);
    }
  }

  /** Asks again for what a page has, out of the cache of the browser where it can be, and keeps it. */
  async function takeUp(paths: readonly string[], credential: string | null): Promise<void> {
    for (const path of paths) {
      const { href } = new URL(path, home);
      const isOf = (folder: string) => href.startsWith(home + folder);
      const request = new Request(href, {
        cache: isOf('api/') ? 'default' : 'force-cache',
        headers: credential && !isOf('assets/') ? { authorization: credential } : {},
      });
      const works: Promise<unknown>[] = [];
      const answered = answerOf(request, (work) => works.push(work));
      // What cannot be had now is asked for again when it is wanted.
      const whole = await answered?.catch(() => undefined);
      await Promise.all([whole?.blob().catch(() => undefined), ...works]);
    }
  }

  async function obey(message: WorkerMessage): Promise<unknown> {
    switch (message.type) {
      case 'fill':
        return savesData() ? undefined : pages.fill();
      case 'activate':
        return scope.skipWaiting();
      case 'signedOut':
        return Promise.all([media.forgetOwn(), forgetOwnAnswers(keeping), forgetPlaces(keeping)]);
      case 'renewed':
        return renewPlace(keeping, message.was, message.is);
      case 'library':
        return keptLibrary(message.credential);
      case 'fetched':
        return takeUp(message.paths, message.credential);
      case 'hold':
        return media.hold(message.paths, await placeOf(keeping, message.credential));
    }
  }

  function hear(event: ToldEvent): void {
    const work = obey(event.data as WorkerMessage).catch((cause: unknown) => {
      console.error('The worker could not do what it was told', cause);
      return undefined;
    });
    event.waitUntil(work.then((answer) => event.ports[0]?.postMessage(answer ?? null)));
  }

  function answer(event: RequestEvent): void {
    const { request } = event;
    const answered = answerOf(request, (work) => event.waitUntil(work));
    if (answered) event.respondWith(answered);
  }

  scope.addEventListener('install', (event) => event.waitUntil(pages.install()));
  scope.addEventListener('activate', (event) =>
    // The first one takes care of the page that fetched it, so that one visit is enough.
    event.waitUntil(pages.activate().then(() => scope.clients.claim())),
  );
  scope.addEventListener('fetch', answer);
  scope.addEventListener('message', hear);
  installPush(scope);
}
