import { useEffect, useState } from 'react';
import {
  CAST_CHANNEL,
  CAST_LOST_MS,
  type CastMessage,
  type CastPlace,
  type CastShow,
} from '../../data/rules/listening/cast.ts';
import { createCastTelemetry } from './castTelemetry.ts';

/** How often a page that shows nothing asks again. */
const ASK_MS = 2000;

export interface CastIn {
  /** What another window plays; null while none does. */
  readonly show: CastShow | null;
  readonly place: CastPlace | null;
}

/** Follows the window that plays. While nothing plays the last picture stays; once that window is gone there is none. */
export function useCastIn(): CastIn {
  const [shown, setShown] = useState<CastIn>({ show: null, place: null });
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(CAST_CHANNEL);
    const telemetry = createCastTelemetry();
    let followed = '';
    let lost: ReturnType<typeof setTimeout> | undefined;
    const ask = () => channel.postMessage({ kind: 'hello' } satisfies CastMessage);
    const forget = () => {
      followed = '';
      telemetry.follow(null);
      setShown({ show: null, place: null });
    };
    channel.onmessage = ({ data }: MessageEvent<CastMessage>) => {
      if (data.kind === 'hello') return;
      // Of several windows the one that plays is followed, else the first.
      const isOther = followed !== '' && data.page !== followed;
      if (isOther && !(data.kind === 'show' && data.place.isPlaying)) return;
      clearTimeout(lost);
      if (data.kind === 'bye') {
        forget();
        ask();
        return;
      }
      lost = setTimeout(forget, CAST_LOST_MS);
      telemetry.follow(data.place);
      if (data.kind === 'place') return;
      followed = data.page;
      setShown({ show: data.show, place: data.place });
    };
    ask();
    const timer = setInterval(() => {
      if (followed === '') ask();
    }, ASK_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(lost);
      channel.close();
      telemetry.release();
    };
  }, []);
  return shown;
}
