import type { QueryClient } from '@tanstack/react-query';
import { loopAudioUrl } from '../data/contract/loopAudioUrl.ts';
import type { Rifff } from '../data/contract/rifff.ts';
import { libraryRifffsQuery } from '../data/queries/library.ts';
import { expectSound } from '../hud/shell/soundFirst.ts';
import { savesData } from '../hud/shell/whenIdle.ts';

/** Lets the browser fetch the audio of a rifff, so that it is there when the engine asks for it. */
function fetchAudioEarly(rifff: Rifff): void {
  for (const url of new Set(rifff.loops.map(loopAudioUrl))) {
    if (!url) continue;
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'fetch';
    link.crossOrigin = 'anonymous';
    link.href = url;
    document.head.append(link);
  }
}

/** Gets the first page's rifffs and the audio of the first one on their way before anything is shown. */
export function beginFirstVisit(queries: QueryClient): void {
  expectSound();
  queries
    .fetchQuery(libraryRifffsQuery)
    .then(([first]) => {
      if (!first || savesData()) return;
      // The engine's code goes first: it is small and nothing sounds without it.
      import('../audio/ToneEngine.ts').catch(() => {});
      fetchAudioEarly(first.rifff);
    })
    // The page asks again and says what is wrong.
    .catch(() => {});
}
