/** What a page of a room does, seen from within: runs in the page before its own script. */

import type { JamEvent } from '../../src/data/contract/live.ts';

/** A moment by the clock that all pages of a machine share, in ms since the epoch. */
export interface Watch {
  /** When the pointer went down last. */
  touchedMs: number;
  /** When something was heard first after that; 0 before. */
  heardMs: number;
  /** When the first picture with an answer in it was there; 0 before. */
  seenMs: number;
  /** When the server had acknowledged each commit of this page, oldest first. */
  acknowledgedMs: number[];
  /** When each rifff of others or one's own was told, by its id. */
  toldMs: Record<string, number>;
  /** When what a heading says was there first, by its words. */
  shownMs: Record<string, number>;
}

declare global {
  interface Window {
    surface: Watch;
  }
}

/** Watches touches, sound, answers, commits and news of this page from now on. */
export function watchSurface(): void {
  const nowMs = () => performance.timeOrigin + performance.now();
  const watch: Watch = {
    touchedMs: 0,
    heardMs: 0,
    seenMs: 0,
    acknowledgedMs: [],
    toldMs: {},
    shownMs: {},
  };
  window.surface = watch;

  const analysers: AnalyserNode[] = [];
  const connect = AudioNode.prototype.connect as (...given: unknown[]) => unknown;
  AudioNode.prototype.connect = function (this: AudioNode, ...given: unknown[]) {
    const [target] = given;
    if (target instanceof AudioDestinationNode && target.context instanceof AudioContext) {
      const analyser = new AnalyserNode(this.context, { fftSize: 1024 });
      connect.call(this, analyser);
      analysers.push(analyser);
    }
    return connect.apply(this, given);
  } as typeof AudioNode.prototype.connect;
  const wave = new Float32Array(1024);
  const isHeard = () =>
    analysers.some((analyser) => {
      analyser.getFloatTimeDomainData(wave);
      return wave.some((sample) => Math.abs(sample) > 0.002);
    });
  const listen = () => {
    if (watch.heardMs > 0) return;
    if (isHeard()) watch.heardMs = nowMs();
    else setTimeout(listen, 2);
  };
  addEventListener(
    'pointerdown',
    () => {
      Object.assign(watch, { touchedMs: nowMs(), heardMs: 0, seenMs: 0 });
      listen();
    },
    true,
  );

  const OWN = /^(Hear mine)$/;
  const look = () => {
    if (watch.touchedMs > 0 && watch.seenMs === 0) {
      const isThere = [...document.querySelectorAll('button')].some((one) =>
        OWN.test(one.textContent.trim()),
      );
      if (isThere) {
        watch.seenMs = -1;
        // The second frame begins when the first one was drawn.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            watch.seenMs = nowMs();
          }),
        );
      }
    }
    for (const { textContent } of document.querySelectorAll('h2')) {
      watch.shownMs[textContent] ??= nowMs();
    }
  };
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  });

  const ask = window.fetch;
  window.fetch = async (...given) => {
    const answer = await ask(...given);
    const [to, init] = given;
    const { method, url } = to instanceof Request ? to : { method: init?.method, url: String(to) };
    if (method === 'POST' && /\/rifffs(\/\w+\/remix)?$/.test(url) && answer.ok) {
      watch.acknowledgedMs.push(nowMs());
    }
    return answer;
  };
  const Original = window.WebSocket;
  window.WebSocket = class extends Original {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        const text = String(data);
        if (!text.startsWith('42["events"')) return;
        const [, { events }] = JSON.parse(text.slice(2)) as [string, { events: JamEvent[] }];
        for (const { kind, ref } of events) {
          if (kind === 'rifff' && ref !== null) watch.toldMs[ref] ??= nowMs();
        }
      });
    }
  };
}
