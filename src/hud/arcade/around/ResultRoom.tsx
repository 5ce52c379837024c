import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { StarterRifff } from '../../../data/contract/library.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import {
  MODE_TITLES,
  pointsText,
  scoreRows,
  unlockTitles,
} from '../../../data/rules/arcade/scoreText.ts';
import { dayStartMs, isDailySeed, isForBoard, seedDay } from '../../../data/rules/arcade/seeds.ts';
import { homeUrl } from '../../../data/rules/site/base.ts';
import { CopyField } from '../../kit/CopyField.tsx';
import { Section } from '../../kit/Section.tsx';
import { rifffCaption, useLoadingSentence } from '../../parts/listening/describeRifff.ts';
import { TurningRifff } from '../../parts/listening/TurningRifff.tsx';
import { useListening, useListeningKeys, usePreload } from '../../parts/listening/useListening.ts';
import page from '../../parts/Page.module.css';
import rifffPage from '../../parts/page/RifffPage.module.css';
import { PersonLink } from '../../parts/shares/Byline.tsx';
import { useReader } from '../../parts/shares/useReader.ts';
import { useRegionText } from '../../parts/useRegionText.ts';
import { Button } from '../../system/Button.tsx';
import { Icon } from '../../system/Icon.tsx';
import { KeepRun } from './KeepRun.tsx';
import styles from './Result.module.css';
import { ownershipOf, sendingText } from './resultState.ts';
import type { Result } from './useResult.ts';

/** Default title of the rifff of a run. */
const titleOf = ({ mode }: Result) =>
  mode === 'mission' ? 'Made in a mission' : 'Made in the sound explorer';

/** While others still play the same. */
const HIDDEN = ' How it was played is shown once the day is over.';

interface ResultRoomProps {
  result: Result;
  /** The server cannot be reached, and is asked again. */
  isWaiting: boolean;
}

/** A run that is over: its score and what it is made of, the rifff that it left, and what can be done with both. */
export function ResultRoom({ result, isWaiting }: ResultRoomProps) {
  const { rifff } = result;
  return (
    <article className={`${styles.room} ${rifff ? '' : styles.bare}`}>
      <Score result={result} isWaiting={isWaiting} />
      {rifff ? <Made result={result} rifff={rifff} /> : <Deeds result={result} />}
      <Parts result={result} />
    </article>
  );
}

/** What was played, the score, who it is of, and what the server says of it. */
function Score({ result, isWaiting }: ResultRoomProps) {
  const { mode, seed, score, run, conditions } = result;
  const text = useRegionText();
  const reader = useReader();
  const day = dayStartMs(seedDay(seed));
  const what = mode === 'mission' && !isDailySeed(seed) ? 'Mission' : MODE_TITLES[mode];
  const met = conditions.filter(({ isMet }) => isMet).length;
  const sending = sendingText(result, isWaiting);
  const isLate = run !== null && isForBoard(mode, seed) && !run.isForBoard;
  return (
    <header className={`${styles.score} over`}>
      <h1>
        <span className={`${styles.what} t18`}>
          {what}
          {mode === 'mission' && `, ${text.date(day)}`}
        </span>
        <span className={styles.points}>{pointsText(score)}</span>
        <span className={styles.resultUnit}> points</span>
      </h1>
      <p className="t18">
        {run?.player && run.player.user !== reader && (
          <>
            Played by <PersonLink userId={run.player.user} displayName={run.player.displayName} />.{' '}
          </>
        )}
        {conditions.length > 0 &&
          (met === conditions.length
            ? 'All of the brief was met.'
            : `${met} of ${conditions.length} things of the brief were met.`)}
        {mode === 'explorer' && result.rifff && rifffCaption(result.rifff)}
        {!result.rifff && (result.moves ? ' Nothing was placed this time.' : HIDDEN)}
      </p>
      <p className={`${page.dashed} emptyAway`} role="status">
        {sending}
        {isLate && 'It came too late for the board of that day. It is kept, and its score stands.'}
      </p>
    </header>
  );
}

/** The rifff that was made: it turns, and is heard; and what can be done with it. */
function Made({ result, rifff }: { result: Result; rifff: Rifff }) {
  const title = titleOf(result);
  const rifffs = useMemo<StarterRifff[]>(
    () => [{ id: result.id, title, rifff } as StarterRifff],
    [result.id, title, rifff],
  );
  const own = useListening(rifffs);
  useListeningKeys(own, null);
  usePreload(rifff);
  const trouble = useLoadingSentence(own.mix);
  return (
    <>
      <div className={`${rifffPage.besideRifff} ${styles.resultRifff}`}>
        <TurningRifff placeId="result" listening={own} isInviting bitePx={7} marginPx={12} />
      </div>
      <div className={`${styles.deeds} over`}>
        <p className="emptyAway t13 muted" role="status">
          {trouble}
        </p>
        <KeepRun result={result} />
        <Deeds result={result} mix={own.mix} title={title} />
      </div>
    </>
  );
}

interface DeedsProps {
  result: Result;
  /** The rifff as it is mixed now. */
  mix?: Rifff;
  title?: string;
}

/** Links to what the player can do next. */
function Deeds({ result, mix, title = '' }: DeedsProps) {
  const { id, mode, run, moves } = result;
  const navigate = useNavigate();
  const remix = async (rifff: Rifff) => {
    const { openMade, remixIntoDraft } = await import('../../../data/stores/draft.ts');
    if (run?.kept) {
      const { jamId, rifffId } = run.kept;
      const userName = run.player?.user ?? rifff.userName;
      await remixIntoDraft({ ...rifff, _id: rifffId, jamId, userName }, title);
    } else await openMade(rifff, title);
    await navigate('/jam');
  };
  // Without a rifff there is nothing else to do first.
  const isFirst = !mix || ownershipOf(result) === 'foreign';
  return (
    <div className={`${page.looseButtons} ${styles.buttons}`}>
      <Button icon="reset" variant={isFirst ? 'filled' : 'outlined'} to={`/arcade?play=${mode}`}>
        {ownershipOf(result) === 'foreign' ? 'Play it yourself' : 'Play again'}
      </Button>
      {moves && moves.length > 0 && (
        <Button icon="play" to={`/arcade/runs/${id}/replay`} state={{ isAsked: true }}>
          Watch the replay
        </Button>
      )}
      {mix && (
        <Button icon="branch" onClick={() => void remix(mix)}>
          Remix in the editor
        </Button>
      )}
      {mode === 'mission' && (
        <Button icon="list" to={`/arcade/board?day=${seedDay(result.seed)}`}>
          Board
        </Button>
      )}
    </div>
  );
}

/** What the score is made of, what the brief asked for, and what was unlocked. */
function Parts({ result }: { result: Result }) {
  const { id, parts, conditions, unlocks, run } = result;
  const rows = scoreRows(parts);
  const titles = unlockTitles(unlocks);
  return (
    <div className={`${styles.side} over`}>
      {rows.length > 0 && (
        <Section id="parts" title="Points">
          <dl className="lineAbove top8">
            {rows.map(({ part, words, points }) => (
              <div key={part} className="row apart gap16 tall40 lineBelow">
                <dt>{words}</dt>
                <dd className="num rigid medium">{pointsText(points)}</dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
      {conditions.length > 0 && (
        <Section id="brief" title="The brief">
          <ul className="lineAbove top8">
            {conditions.map(({ text, isMet }) => (
              <li
                key={text}
                className={`${isMet ? '' : 'muted'} row apart gap16 tall40 lineBelow`}
                data-met={isMet}
              >
                <span>{text.charAt(0).toUpperCase() + text.slice(1)}</span>
                <span className={`num rigid ${page.inside}`}>
                  <Icon name={isMet ? 'check' : 'close'} size={16} />
                  {isMet ? 'met' : 'not met'}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {titles.length > 0 && (
        <Section id="unlocks" title="Unlocked">
          <ul className="lineAbove top8">
            {titles.map((title) => (
              <li key={title} className="row apart gap16 tall40 lineBelow">
                {title}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {run && (
        <CopyField
          label="Link to this run"
          value={`${homeUrl()}/arcade/runs/${id}`}
          done="Link copied."
        />
      )}
    </div>
  );
}
