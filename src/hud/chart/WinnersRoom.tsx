import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link } from 'react-router';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { winnersQuery } from '../../data/queries/chart.ts';
import { weekPath, whyWon } from '../../data/rules/chart/weekView.ts';
import { personText } from '../../data/rules/sharing/credits.ts';
import { PageFrame } from '../kit/PageFrame.tsx';
import { onPage } from '../parts/page/page.ts';
import { ShareList } from '../parts/shares/ShareGrid.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import styles from './Chart.module.css';
import { ChartHead } from './ChartHead.tsx';

/** Every rifff of the week, the latest first. */
export function WinnersRoom() {
  const text = useRegionText();
  const query = useInfiniteQuery(onPage(winnersQuery()));
  const above = useCallback(
    ({ wonWeek, displayName }: SharedRifff) =>
      wonWeek && (
        <p className={styles.won}>
          <Link
            to={weekPath(wonWeek.start, Date.now())}
            className="link hoverLine truncate"
            title={whyWon(wonWeek, personText(displayName))}
          >
            {text.days(wonWeek.start, wonWeek.end)}
          </Link>
        </p>
      ),
    [text],
  );
  return (
    <PageFrame>
      <ChartHead isArchive />
      <ShareList
        query={query}
        what="The rifffs of the week"
        above={above}
        empty={
          <ListState title="No one has won yet" action={<Button to="/chart">See the chart</Button>}>
            Every Monday the week before is decided.
          </ListState>
        }
      />
    </PageFrame>
  );
}
