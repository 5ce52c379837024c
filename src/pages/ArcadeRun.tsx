/** `/arcade/runs/{id}`: what a run came to; `…/replay`: the run itself. */
import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { MODE_TITLES, pointsText } from '../data/rules/arcade/scoreText.ts';
import { heldRuns } from '../data/stores/heldRuns.ts';
import { ReplaySheet } from '../hud/arcade/around/ReplaySheet.tsx';
import { ResultRoom } from '../hud/arcade/around/ResultRoom.tsx';
import { type ResultAnswer, useResult } from '../hud/arcade/around/useResult.ts';
import { PlayRoom } from '../hud/arcade/play/PlayRoom.tsx';
import { useEngine } from '../hud/EngineContext.tsx';
import { PageFrame } from '../hud/kit/PageFrame.tsx';
import { pageData, usePageTitle } from '../hud/parts/page/page.ts';
import { VisuallyHidden } from '../hud/system/VisuallyHidden.tsx';

const GONE = 'A run that is not claimed goes after a day.';

/** What stands there while a run is not here. Throws why it cannot be shown. */
function NoResult({ answer: { error } }: { answer: ResultAnswer }) {
  pageData({ data: undefined, error, fetchStatus: 'idle' }, 'This run', GONE);
  return (
    <PageFrame>
      <VisuallyHidden>
        <h1>A run in the arcade</h1>
      </VisuallyHidden>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
    </PageFrame>
  );
}

/** The score of a run, its rifff, and what can be done with them. */
export function ArcadeRun() {
  const { id = '' } = useParams();
  const answer = useResult(id);
  const { isWaiting } = useSnapshot(heldRuns);
  const { result } = answer;
  usePageTitle(result ? `${pointsText(result.score)} in the arcade` : 'A run in the arcade');
  if (!result) return <NoResult answer={answer} />;
  return <ResultRoom key={id} result={result} isWaiting={isWaiting} />;
}

/** The run shown again. It begins at once where a button led here, else after a touch. */
export function ArcadeReplay() {
  const { id = '' } = useParams();
  const answer = useResult(id);
  const { state } = useLocation();
  const navigate = useNavigate();
  const engine = useEngine();
  const [isAsked, setAsked] = useState(
    () =>
      (state as { isAsked?: boolean } | null)?.isAsked === true &&
      navigator.userActivation?.hasBeenActive !== false,
  );
  usePageTitle('Replay');
  const { result } = answer;
  if (!result) return <NoResult answer={answer} />;
  const { moves } = result;
  if (!moves) return <Navigate to={`/arcade/runs/${id}`} replace />;
  const leave = () => void navigate(`/arcade/runs/${id}`, { replace: true });
  if (!isAsked) {
    const name = result.run?.player?.displayName;
    return (
      <ReplaySheet
        title={
          name
            ? `${name}, ${pointsText(result.score)} points`
            : `${pointsText(result.score)} points`
        }
        mode={MODE_TITLES[result.mode]}
        rifff={result.rifff}
        to={`/arcade/runs/${id}`}
        onPlay={() => {
          void engine.unlock();
          setAsked(true);
        }}
      />
    );
  }
  return (
    <PlayRoom
      shares={result.shares}
      answer={result.answer}
      mode={result.mode}
      script={moves}
      onEnd={leave}
      onLeave={leave}
    />
  );
}
