import type { Board, BoardEntry } from '../../../data/contract/arcade.ts';
import { pointsText } from '../../../data/rules/arcade/scoreText.ts';
import { DemoMark, PersonLink } from '../../parts/shares/Byline.tsx';
import { useRegionText } from '../../parts/useRegionText.ts';
import { Button } from '../../system/Button.tsx';
import { ListState } from '../../system/ListState.tsx';
import styles from './Sheets.module.css';

interface BoardRoomProps {
  board: Board;
  /** What the mission of that day asks for; empty while it is not here. */
  brief: string;
  /** When its day begins, in ms. */
  startMs: number;
  /** The day before; the day after, null for today. */
  previous: string;
  next: string | null;
}

/** Who played the mission of a day best, and where oneself is. */
export function BoardRoom({ board, brief, startMs, previous, next }: BoardRoomProps) {
  const text = useRegionText();
  const { entries, own, players } = board;
  const isBelow = own !== null && !entries.some(({ runId }) => runId === own.runId);
  const isToday = next === null;
  return (
    <>
      {brief && <p className={`${styles.boardBrief} t24`}>{brief}</p>}
      <div className={styles.boardHead}>
        <p className="t18">
          {text.date(startMs)}
          {players > 0 && `, ${players} ${players === 1 ? 'player' : 'players'}`}
        </p>
        <nav className="flex gap8" aria-label="Other days">
          <Button size="sm" icon="arrowLeft" to={`/arcade/board?day=${previous}`}>
            Day before
          </Button>
          {next && (
            <Button size="sm" icon="arrowRight" to={`/arcade/board?day=${next}`}>
              Day after
            </Button>
          )}
        </nav>
      </div>
      {entries.length === 0 ? (
        <ListState title={isToday ? 'No one has played today yet' : 'No one played on this day'}>
          Everybody plays the same mission on a day. The best run of each person stands here.
        </ListState>
      ) : (
        <ol className={styles.board}>
          {entries.map((entry) => (
            <Entry key={entry.runId} entry={entry} isOwn={entry.runId === own?.runId} />
          ))}
          {isBelow && <Entry entry={own} isOwn />}
        </ol>
      )}
      <div className={styles.foot}>
        {isToday && (
          <Button size="lg" variant="filled" icon="play" to="/arcade?play=mission">
            {own ? 'Play again' : 'Play the mission'}
          </Button>
        )}
        <Button size="lg" to="/arcade">
          To the arcade
        </Button>
      </div>
    </>
  );
}

function Entry({ entry, isOwn }: { entry: BoardEntry; isOwn: boolean }) {
  const { place, user, displayName, isDemo, score, runId } = entry;
  return (
    <li className={`${isOwn ? 'raised' : ''} ${styles.entry}`} value={place}>
      <span className={styles.entryPlace}>{place}</span>
      <span className="truncate">
        <PersonLink userId={user} displayName={displayName} /> {isDemo && <DemoMark />}
        {isOwn && <span className="muted">, you</span>}
      </span>
      <span className={styles.entryPoints}>{pointsText(score)}</span>
      <Button
        size="sm"
        variant="bare"
        icon="play"
        to={`/arcade/runs/${runId}`}
        aria-label={`The run of ${displayName}`}
      />
    </li>
  );
}
