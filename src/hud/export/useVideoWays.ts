import { useEffect, useState } from 'react';
import type { Exporter, VideoWays } from '../../audio/export/Exporter.ts';
import { videoSize } from './exportChoice.ts';

/** How this browser makes a video of a size; null while that is asked. */
export function useVideoWays(exporter: Exporter | null, sizeId: string): VideoWays | null {
  const [ways, setWays] = useState<VideoWays | null>(null);
  useEffect(() => {
    let isGone = false;
    setWays(null);
    exporter?.videoWays(videoSize(sizeId)).then(
      (found) => !isGone && setWays(found),
      (cause: unknown) => {
        console.error('What this browser can encode is not known', cause);
        if (!isGone) setWays({ way: 'none', text: '' });
      },
    );
    return () => {
      isGone = true;
    };
  }, [exporter, sizeId]);
  return ways;
}
