import { isLive } from '../../../data/rules/jam/lobby.ts';
import { useRegionText } from '../useRegionText.ts';
import { DemoMark } from './Byline.tsx';

interface LiveCaptionProps {
  isDemo: boolean;
  rifffCount: number;
  /** When the newest rifff was made, in ms since the epoch; null without one. */
  latest: number | null;
}

/** Under the card of a room: whether it is live, how many rifffs it has, and how old the newest is. */
export function LiveCaption({ isDemo, rifffCount, latest }: LiveCaptionProps) {
  const text = useRegionText();
  const isNow = isLive({ latest }, Date.now());
  return (
    <>
      {isDemo && (
        <span>
          <DemoMark />{' '}
        </span>
      )}
      {isNow && <span className="bold">Live</span>}
      <span className="truncate">
        {isNow && ', '}
        {text.count(rifffCount, 'rifff')}
      </span>
      {!isNow && latest !== null && <span>, {text.age(latest)}</span>}
    </>
  );
}
