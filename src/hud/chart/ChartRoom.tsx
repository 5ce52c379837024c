import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { FEED_MAX } from '../../data/contract/constants.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { chartQuery, winnersQuery } from '../../data/queries/chart.ts';
import { WEEK_MS, weekOf } from '../../data/rules/chart/weeks.ts';
import { changeWords, placeChange, weekPath, weeksBack } from '../../data/rules/chart/weekView.ts';
import { allShares } from '../../data/rules/sharing/shares.ts';
import { hasScope } from '../../data/stores/session.ts';
import { PageFrame } from '../kit/PageFrame.tsx';
import { atomPath, CHART_FEEDS } from '../parts/page/atomFeeds.ts';
import { onPage } from '../parts/page/page.ts';
import { GridSkeleton, ShareList } from '../parts/shares/ShareGrid.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Chart.module.css';
import { ChartHead } from './ChartHead.tsx';
import { ChooseWinner } from './ChooseWinner.tsx';
import { WinnerHead, WinnerSkeleton } from './WinnerHead.tsx';

/** The rifff of the week: of this week, or the latest. Undefined while it is looked for, null where there is none. */
function useWinner(start: number | null): SharedRifff | null | undefined {
  const query = useInfiniteQuery(winnersQuery());
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    query;
  const winners = data?.pages.flatMap(({ rifffs }) => rifffs);
  const found =
    start === null ? winners?.[0] : winners?.find(({ wonWeek }) => wonWeek?.start === start);
  const oldest = winners?.at(-1)?.wonWeek?.start ?? Number.NEGATIVE_INFINITY;
  const isFurtherBack = !found && start !== null && oldest > start && hasNextPage;
  const goesOn = isFurtherBack && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  if (found) return found;
  const isLooking = isFurtherBack && !isFetchNextPageError;
  return (winners === undefined && !isError) || isLooking ? undefined : null;
}

/** What stands above a card of the chart: its place, and the change since the week before. */
function usePlaces(start: number, weeks: number, rifffs: readonly SharedRifff[]) {
  const isNeeded = rifffs.some(({ action_timestamp: shared }) => shared < start);
  // As many as one call returns; a rifff from a lower place has risen in any case.
  const { data, isError } = useInfiniteQuery({
    ...chartQuery(weeks + 1, FEED_MAX),
    enabled: isNeeded,
  });
  const before = useMemo(() => {
    if (!isNeeded) return new Map<string, number>();
    const first = data?.pages[0]?.rifffs;
    return first && new Map(first.map(({ _id, chart }) => [_id, chart?.place ?? 0]));
  }, [isNeeded, data]);
  return useCallback(
    (share: SharedRifff) => {
      const change = before && !isError ? placeChange(share, start, before) : null;
      const words = change && changeWords(change);
      const { place = 0, points = 0, people = 0 } = share.chart ?? {};
      return (
        <p className={styles.place}>
          <span className="t24">
            <VisuallyHidden>Place </VisuallyHidden>
            {place}
          </span>
          <span className="t13 muted">
            {words && (
              <>
                <span aria-hidden="true">{words.mark}</span>
                <VisuallyHidden>, {words.said}, </VisuallyHidden>
              </>
            )}
          </span>
          <span
            className="num grow t13 muted"
            title={`From ${people} ${people === 1 ? 'person' : 'people'}`}
          >
            {points} {points === 1 ? 'point' : 'points'}
          </span>
        </p>
      );
    },
    [before, isError, start],
  );
}

/** The chart of one week. @param day any day of it, as the address has it; null for the week that runs */
export function ChartRoom({ day }: { day: string | null }) {
  const nowMs = Date.now();
  const weeks = weeksBack(day, nowMs);
  return <WeekRoom key={weeks} weeks={weeks} nowMs={nowMs} />;
}

interface WeekRoomProps {
  /** 0 is the week that runs. */
  weeks: number;
  nowMs: number;
}

function WeekRoom({ weeks, nowMs }: WeekRoomProps) {
  const text = useRegionText();
  const isOpen = weeks === 0;
  const chart = useInfiniteQuery(onPage(chartQuery(weeks)));
  // The server's clock says which week it is.
  const start = chart.data?.pages[0]?.start ?? weekOf(nowMs) - weeks * WEEK_MS;
  const end = start + WEEK_MS;
  const found = useWinner(isOpen ? null : start);
  // Shown together: a list that loads later would stop the sound of the winner.
  // Without a network nothing is loading: the list says so.
  const isStuck = chart.isPending && chart.fetchStatus === 'paused';
  const winner = isStuck ? null : chart.isPending ? undefined : found;
  const shares = useMemo(() => allShares(chart.data?.pages ?? []), [chart.data]);
  const above = usePlaces(start, weeks, shares);
  const isModerator = hasScope('moderator') || hasScope('admin');
  const isEmpty = chart.data !== undefined && shares.length === 0;
  return (
    <PageFrame>
      <ChartHead isArchive={false} />
      {winner === undefined && <WinnerSkeleton />}
      {winner && (
        <WinnerHead key={winner._id} share={winner}>
          {isModerator && isOpen && winner.wonWeek && (
            <Button size="sm" variant="bare" to={weekPath(winner.wonWeek.start, nowMs)}>
              Its week
            </Button>
          )}
          {isModerator && !isOpen && <ChooseWinner start={start} shares={shares} winner={winner} />}
        </WinnerHead>
      )}
      <section aria-labelledby="week">
        <div className={styles.week}>
          <div>
            <h2 id="week" className="t24">
              {text.days(start, end)}
            </h2>
            <p className="muted">
              {isOpen
                ? 'This week: points are counted until Sunday night (UTC).'
                : winner === null && !isEmpty
                  ? 'Closed. There was no winner this week.'
                  : 'Closed: nothing is counted here any more.'}
            </p>
          </div>
          <nav className="flex wrap gap8" aria-label="Weeks">
            <Button size="sm" icon="arrowLeft" to={weekPath(start - WEEK_MS, nowMs)}>
              Week before
            </Button>
            {!isOpen && (
              <Button size="sm" icon="arrowRight" to={weekPath(end, nowMs)}>
                {weeks === 1 ? 'This week' : 'Week after'}
              </Button>
            )}
          </nav>
        </div>
        {isModerator && !isOpen && winner === null && shares.length > 0 && (
          <p className="below24">
            <ChooseWinner start={start} shares={shares} winner={null} />
          </p>
        )}
        {winner === undefined ? (
          <GridSkeleton />
        ) : (
          <ShareList
            query={chart}
            what="The chart"
            above={above}
            empty={
              <ListState
                title={isOpen ? 'Nothing counted yet' : 'Nothing was counted in this week'}
                action={<Button to="/feed">See the latest</Button>}
              >
                {isOpen
                  ? 'Like, comment or answer what you hear: it counts for seven days after it was shared.'
                  : 'Go on to another week, or to what is new.'}
              </ListState>
            }
          />
        )}
      </section>
      <p className={`${styles.rule} muted`}>
        A like counts one, a comment two, an answer three; each person counts once for a rifff, with
        the most that they did in the seven days after it was shared.{' '}
        {CHART_FEEDS.map((feed, at) => (
          <span key={feed.name}>
            {at > 0 && ' '}
            <a className="link hoverLine" href={atomPath(feed)}>
              {at === 0 ? 'The chart as a feed (Atom)' : 'The winners as a feed (Atom)'}
            </a>
          </span>
        ))}
      </p>
    </PageFrame>
  );
}
