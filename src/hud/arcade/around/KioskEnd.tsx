import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { StarterRifff } from '../../../data/contract/library.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { type HeldRun, isToSend } from '../../../data/heldRun.ts';
import { claimedQuery, useMakeClaim } from '../../../data/queries/arcade.ts';
import { CLAIM_PATH, claimUrl, groupCode } from '../../../data/rules/arcade/claimCode.ts';
import { TAKEN_MS } from '../../../data/rules/arcade/kiosk.ts';
import { pointsText } from '../../../data/rules/arcade/scoreText.ts';
import { homeUrl, inBase } from '../../../data/rules/site/base.ts';
import { heldRuns } from '../../../data/stores/heldRuns.ts';
import { QrCode } from '../../kit/QrCode.tsx';
import { TurningRifff } from '../../parts/listening/TurningRifff.tsx';
import { useListening, usePreload } from '../../parts/listening/useListening.ts';
import { Button } from '../../system/Button.tsx';
import { Spinner } from '../../system/Loading.tsx';
import styles from './Result.module.css';
import { sendingText } from './resultState.ts';
import type { Begun } from './useBegin.ts';
import { useResult } from './useResult.ts';

interface KioskEndProps {
  run: Begun;
  /** Back to the start. */
  onDone(): void;
}

/** The end of a run at a kiosk: the score, the rifff, and a code that takes it home. */
export function KioskEnd({ run, onDone }: KioskEndProps) {
  const { result } = useResult(run.runId);
  const { runs, isWaiting } = useSnapshot(heldRuns);
  const held = runs.find(({ runId }) => runId === run.runId) as HeldRun | undefined;
  const rifff = result?.rifff ?? null;
  const isSent = held?.isSent === true;
  return (
    <section className={`${styles.end} over`}>
      <div className={styles.endWords}>
        <h1>
          <span className={`huge ${styles.big}`}>{result ? pointsText(result.score) : '…'}</span>
          <span className={`${styles.unit} t24`}> points</span>
        </h1>
        {isSent && run.token ? (
          <TakeHome runId={run.runId} token={run.token} onDone={onDone} />
        ) : (
          <p className="t18" role="status">
            {held && isToSend(held) && !isWaiting
              ? 'Making a code for your rifff'
              : nothingToTake(held, isWaiting)}
          </p>
        )}
        <div className="flex gap12">
          <Button size="xl" variant="filled" icon="check" onClick={onDone}>
            Done
          </Button>
        </div>
      </div>
      <div className={styles.rifff}>{rifff && <Heard rifff={rifff} />}</div>
    </section>
  );
}

/** Why there is no code. */
function nothingToTake(held: HeldRun | undefined, isWaiting: boolean): string {
  if (!held?.moves.some((move) => move.do === 'grab')) return 'Nothing was placed this time.';
  if (held.token === null) return 'There is no network, so this one cannot be taken along.';
  return sendingText({ run: null, held }, isWaiting);
}

/** Plays the rifff of the run again. */
function Heard({ rifff }: { rifff: Rifff }) {
  const rifffs = useMemo<StarterRifff[]>(
    () => [{ id: rifff._id, title: 'your rifff', rifff } as StarterRifff],
    [rifff],
  );
  const own = useListening(rifffs);
  usePreload(rifff);
  return <TurningRifff placeId="kiosk" listening={own} isInviting marginPx={12} />;
}

interface TakeHomeProps {
  runId: string;
  token: string;
  onDone(): void;
}

/** The code to scan. After a visitor has used it, the kiosk starts again. */
function TakeHome({ runId, token, onDone }: TakeHomeProps) {
  const { mutate, data, isError, isPending } = useMakeClaim();
  useEffect(() => mutate({ runId, token }), [mutate, runId, token]);
  const { data: seen } = useQuery({ ...claimedQuery(runId), enabled: data !== undefined });
  const player = seen?.player;
  const done = useRef(onDone);
  done.current = onDone;
  const isTaken = player != null;
  useEffect(() => {
    if (!isTaken) return;
    const timer = setTimeout(() => done.current(), TAKEN_MS);
    return () => clearTimeout(timer);
  }, [isTaken]);
  if (player) {
    return (
      <p className="t40" role="status">
        It is yours, {player.displayName}.
      </p>
    );
  }
  if (!data) {
    return (
      <div role="status">
        {isError && !isPending ? (
          <>
            <p className="t18">No code could be made: the server did not answer.</p>
            <Button size="lg" icon="reset" onClick={() => mutate({ runId, token })}>
              Try again
            </Button>
          </>
        ) : (
          <p className="row gap12 t18">
            <Spinner /> Making a code for your rifff
          </p>
        )}
      </div>
    );
  }
  return (
    <div className={`flex wrap gap24 ${styles.take}`}>
      <QrCode
        text={claimUrl(homeUrl(), data.code)}
        label="Code that gives this rifff to your telephone"
      />
      <div className={styles.takeWords}>
        <h2 className="t24">Take it home</h2>
        <p>Scan the code with your telephone. The rifff is yours as soon as you sign in there.</p>
        <p className="muted">
          Or type this at {location.host}
          {inBase(CLAIM_PATH)}:
        </p>
        <p className={styles.code}>{groupCode(data.code)}</p>
      </div>
    </div>
  );
}
