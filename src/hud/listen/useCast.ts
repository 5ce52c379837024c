/** Shows the picture of what this page plays in other windows: tells them what it is and where the music is. */

import { useCallback, useEffect, useRef } from 'react';
import { subscribe } from 'valtio/vanilla';
import { sampleNow, telemetryRef } from '../../audio/engine/telemetry.ts';
import { mixer } from '../../audio/state/mixer.ts';
import { transport } from '../../audio/state/transport.ts';
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { newId } from '../../data/rules/ids.ts';
import {
  CAST_CHANNEL,
  CAST_EVERY_MS,
  type CastMessage,
  type CastPlace,
  type LookedShare,
  sharedNowMs,
} from '../../data/rules/listening/cast.ts';
import { inBase } from '../../data/rules/site/base.ts';
import { rifffBars, rifffFrames } from '../../data/rules/time/timing.ts';

export interface CastWish {
  /** As it sounds. */
  readonly rifff: Rifff;
  readonly title: string;
  readonly by: string;
  readonly share: LookedShare | null;
}

/** What is told of a share: not the rifff once more. */
const lookedShare = ({ _id, lookKey, look }: LookedShare): LookedShare => ({
  _id,
  ...(lookKey !== undefined && { lookKey }),
  ...(look && { look }),
});

/** Where the music is now: asked of the engine, for a hidden page draws no frames that would ask. */
function placeOf(rifff: Rifff): CastPlace {
  const telemetry = telemetryRef.current;
  sampleNow();
  return {
    isPlaying: telemetry.isPlaying,
    turns: telemetry.turns + telemetry.phase,
    atMs: sharedNowMs(),
    turnMs: (1000 * rifffFrames(rifff)) / SAMPLE_RATE_HZ,
    bars: rifffBars(rifff),
  };
}

/** Tells other windows of the browser, once one of them has asked. @returns what opens such a window */
export function useCast({ rifff, title, by, share }: CastWish): () => void {
  const wish = useRef({ rifff, title, by, share });
  wish.current = { rifff, title, by, share: share && lookedShare(share) };
  const tell = useRef<() => void>(() => {});

  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(CAST_CHANNEL);
    const page = newId();
    let isWatched = false;
    const send = (message: CastMessage) => channel.postMessage(message);
    const show = () => {
      if (!isWatched) return;
      const place = placeOf(wish.current.rifff);
      send({ kind: 'show', page, show: { ...wish.current, solo: mixer.solo }, place });
    };
    tell.current = show;
    channel.onmessage = ({ data }: MessageEvent<CastMessage>) => {
      if (data.kind !== 'hello') return;
      isWatched = true;
      show();
    };
    const stops = [subscribe(transport, show), subscribe(mixer, show)];
    const timer = setInterval(() => {
      if (!isWatched) return;
      send({ kind: 'place', page, place: placeOf(wish.current.rifff) });
    }, CAST_EVERY_MS);
    return () => {
      for (const stop of stops) stop();
      clearInterval(timer);
      send({ kind: 'bye', page });
      channel.close();
      tell.current = () => {};
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: said whenever one of them is another
  useEffect(() => tell.current(), [rifff, title, by, share]);
  return useCallback(() => {
    window.open(inBase('/listen?show=1'), 'rondo-listen-show', 'popup,width=1280,height=800');
  }, []);
}
