import type { QueryClient } from '@tanstack/react-query';
import { loopAudioUrl } from '../data/contract/loopAudioUrl.ts';
import type { Rifff } from '../data/contract/rifff.ts';
import { libraryRifffsQuery } from '../data/queries/library.ts';
import { compareLoad } from '../data/rules/loadOrder.ts';
import { expectSound } from '../hud/shell/soundFirst.ts';
import { savesData } from '../hud/shell/whenIdle.ts';

/** Lets the browser fetch the loop that sounds first, so that it is there when the engine asks for it. */
function fetchFirstLoop(rifff: Rifff): void {
  const [loop] = [...rifff.loops].sort(compareLoad);
  const url = loop && loopAudioUrl(loop);
  if (!url) return;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = 'anonymous';
  link.href = url;
  document.head.append(link);
}

/** Gets the first page's rifffs, the engine and the loop that sounds first on their way before anything is shown. */
export function beginFirstVisit(queries: QueryClient): void {
  expectSound();
  queries
    .fetchQuery(libraryRifffsQuery)
    .then(([first]) => {
      if (!first || savesData()) return;
      // The engine's code goes first: it is small and nothing sounds without it.
      import('../audio/engine/liveEngine.ts').catch(() => {});
      fetchFirstLoop(first.rifff);
    })
    // The page asks again and says what is wrong.
    .catch(() => {});
}
