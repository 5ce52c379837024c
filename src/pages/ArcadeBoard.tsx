import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { boardQuery, missionQuery } from '../data/queries/arcade.ts';
import { briefText } from '../data/rules/arcade/conditions.ts';
import { dayOf, dayStartMs } from '../data/rules/arcade/seeds.ts';
import { BoardRoom } from '../hud/arcade/around/BoardRoom.tsx';
import { PageFrame, PageHead } from '../hud/kit/PageFrame.tsx';
import { Region } from '../hud/kit/QueryList.tsx';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { VisuallyHidden } from '../hud/system/VisuallyHidden.tsx';

const DAY_MS = 86_400_000;

/** `/arcade/board?day=20261122`: who played the mission of a day best. */
export function ArcadeBoard() {
  usePageTitle('Board of the day');
  const [search] = useSearchParams();
  const asked = search.get('day') ?? '';
  const day = Number.isNaN(dayStartMs(asked)) ? undefined : asked;
  const query = useQuery(onPage(boardQuery(day)));
  const { data } = query;
  const shown = data?.day ?? null;
  // The mission of a day on which no person opened the arcade is nowhere.
  const mission = useQuery({ ...missionQuery(shown), enabled: shown !== null, retry: false });
  const startMs = dayStartMs(data?.day ?? day ?? dayOf(Date.now()));
  const next = dayOf(startMs + DAY_MS);
  return (
    <PageFrame>
      <PageHead title="Board of the day" />
      <Region
        query={query}
        what="The board"
        size="rows"
        skeleton={<VisuallyHidden role="status">Loading</VisuallyHidden>}
      >
        {(board) => (
          <BoardRoom
            board={board}
            brief={mission.data ? briefText(mission.data.mission, () => '') : ''}
            startMs={startMs}
            previous={dayOf(startMs - DAY_MS)}
            next={dayStartMs(next) <= Date.now() ? next : null}
          />
        )}
      </Region>
    </PageFrame>
  );
}
