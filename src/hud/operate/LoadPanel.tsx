import { useQuery } from '@tanstack/react-query';
import { loadFiguresQuery } from '../../data/queries/operations.ts';
import { Figures } from '../kit/Figures.tsx';
import { Region } from '../kit/QueryList.tsx';
import { Section } from '../kit/Section.tsx';
import { onPage } from '../parts/page/page.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Table } from '../system/Table.tsx';
import styles from './Operate.module.css';

/** What this node does now, and what it refused since its start. */
export function LoadPanel() {
  const query = useQuery(onPage(loadFiguresQuery));
  const text = useRegionText();
  const withinText = (ms: number) => `${text.number(ms)} ms`;
  return (
    <Section id="load" title="Load">
      <p className={`${styles.about} muted`}>
        Of this node, since its start. Sockets, rooms and listeners are those of now.
      </p>
      <Region query={query} what="The figures" isPlural>
        {({ sockets, rooms, listeners, shed, limits, calls }) => (
          <>
            <Figures
              figures={[
                ['Sockets', text.number(sockets)],
                ['Rooms', text.number(rooms)],
                ['Windows in rooms', text.number(listeners)],
                ['Sent away in a crowd', text.number(shed)],
              ]}
            />
            <div className={styles.part}>
              <h3 className="t18 below12">Limits that were hit</h3>
              <Table
                caption="Calls that were refused as too many"
                columns={[
                  { id: 'kind', title: 'What was counted' },
                  { id: 'count', title: 'Refused', isNumber: true },
                ]}
                rows={limits.map(({ kind, count }) => ({
                  id: kind,
                  cells: [kind, text.number(count)],
                }))}
                empty="None."
              />
            </div>
            <div className={styles.part}>
              <h3 className="t18 below12">Slowest calls</h3>
              <Table
                caption="Slowest calls, with the time within which they were answered"
                columns={[
                  { id: 'call', title: 'Call' },
                  { id: 'count', title: 'Answered', isNumber: true },
                  { id: 'failed', title: 'Failed', isNumber: true },
                  { id: 'p50', title: 'Half within', isNumber: true },
                  { id: 'p99', title: '99 % within', isNumber: true },
                ]}
                rows={calls.map(({ method, route, count, failed, p50Ms, p99Ms }) => ({
                  id: `${method} ${route}`,
                  cells: [
                    route === 'none' ? `${method} of other addresses` : `${method} ${route}`,
                    text.number(count),
                    text.number(failed),
                    withinText(p50Ms),
                    withinText(p99Ms),
                  ],
                }))}
              />
            </div>
          </>
        )}
      </Region>
    </Section>
  );
}
