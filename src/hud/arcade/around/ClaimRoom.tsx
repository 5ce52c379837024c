import { type ReactNode, useMemo } from 'react';
import type { Claim, KeptRun } from '../../../data/contract/arcade.ts';
import { categoryOf } from '../../../data/contract/categories.ts';
import { useClaim } from '../../../data/queries/arcade.ts';
import { MODE_TITLES, pointsText } from '../../../data/rules/arcade/scoreText.ts';
import page from '../../parts/Page.module.css';
import { Button } from '../../system/Button.tsx';
import styles from '../Arcade.module.css';
import { KeepForm } from './KeepForm.tsx';

interface ClaimRoomProps {
  code: string;
  claim: Claim;
  /** Is an account signed in that may keep rifffs? */
  isMember: boolean;
  /** Ways to sign in, for a person who is not signed in. */
  entry: ReactNode;
  onTaken(kept: KeptRun): void;
}

/** The run that belongs to a code, and the form that moves it to the reader's account. */
export function ClaimRoom({ code, claim, isMember, entry, onTaken }: ClaimRoomProps) {
  const taking = useClaim();
  const { mode, score, categories } = claim;
  const kinds = useMemo(
    () => categories.map((one) => categoryOf(one).title.toLowerCase()).join(', '),
    [categories],
  );
  const rings = categories.length;
  return (
    <div className={styles.claim}>
      <p className="t18">
        {MODE_TITLES[mode]}, {pointsText(score)} points:{' '}
        {rings === 0
          ? 'nothing was placed'
          : `${rings} ${rings === 1 ? 'ring' : 'rings'}, ${kinds}`}
        .
      </p>
      {isMember ? (
        <KeepForm
          isKept={false}
          onKeep={async (words) => onTaken(await taking.mutateAsync({ code, ...words }))}
        />
      ) : (
        <div className={styles.entry}>{entry}</div>
      )}
    </div>
  );
}

/** Where a run is that was taken. */
export function Taken({ kept: { runId, kept, notShared } }: { kept: KeptRun }) {
  return (
    <div className={styles.claim}>
      <p className="t18" role="status">
        {kept?.shareId
          ? 'It is yours, and stands in the feed.'
          : kept
            ? 'It is yours, and is kept in your own jam.'
            : 'The run is yours. Nothing was placed in it, so there is no rifff.'}
      </p>
      {notShared && <p className="muted">It is not shared: {notShared}</p>}
      <div className={page.looseButtons}>
        {kept?.shareId ? (
          <Button size="lg" variant="filled" icon="arrowRight" to={`/rifff/${kept.shareId}`}>
            Hear it
          </Button>
        ) : (
          <Button size="lg" variant="filled" icon="arrowRight" to={`/arcade/runs/${runId}`}>
            See it
          </Button>
        )}
        <Button size="lg" to="/arcade">
          Play here
        </Button>
      </div>
    </div>
  );
}
