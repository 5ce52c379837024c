import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import { draft } from '../../../data/stores/draft.ts';
import { useCommitPhase } from '../../parts/commit/commitPhase.ts';
import { formatCount } from '../../parts/controls/format.ts';
import { useCollectNote } from '../rings/useCollectNote.ts';
import styles from './Narrow.module.css';

/** The draft in the header of a narrow window. */
export function NarrowDraftState() {
  const { changes, saved, from } = useSnapshot(draft);
  const { load, loadedLoops, totalLoops } = useSnapshot(transport);
  const { phase, words, place } = useCommitPhase();
  const { target } = useSnapshot(draft);
  const collectNote = useCollectNote();
  const isDraft = phase === 'draft' || phase === 'empty';
  const isLoading = load === 'loading' && totalLoops > loadedLoops;
  const state = (
    <>
      <h1 className={`${styles.title} truncate`}>{words.title}</h1>
      <p className={`${styles.sub} truncate`} data-saved={saved}>
        {isLoading
          ? `loading ${loadedLoops} of ${totalLoops}`
          : saved === 'failed'
            ? 'not kept yet'
            : !isDraft
              ? [from, words.more].filter(Boolean).join(', ')
              : [
                  target && `to ${place.words}`,
                  changes > 0
                    ? formatCount(changes, 'change')
                    : from
                      ? `from ${from}`
                      : 'a new one',
                  collectNote && 'can be collected',
                ]
                  .filter(Boolean)
                  .join(', ')}
      </p>
    </>
  );
  return isDraft ? (
    <div className="fill">{state}</div>
  ) : (
    <Link to={place.to} className="fill" data-commit-disc="">
      {state}
    </Link>
  );
}
