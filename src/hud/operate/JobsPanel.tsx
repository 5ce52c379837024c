import { useQuery } from '@tanstack/react-query';
import type { JobState } from '../../data/contract/operations.ts';
import { jobFiguresQuery, useRunJob } from '../../data/queries/operations.ts';
import { waitText } from '../../data/rules/site/waitText.ts';
import { notify } from '../../data/stores/ui.ts';
import { Region } from '../kit/QueryList.tsx';
import { Section } from '../kit/Section.tsx';
import { useSave } from '../kit/useSave.ts';
import { onPage } from '../parts/page/page.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { Trouble } from '../system/Submit.tsx';
import { Table } from '../system/Table.tsx';
import styles from './Operate.module.css';

/** `in 40 s`; empty where nothing is planned. */
const untilText = (atMs: number | null): string =>
  atMs === null ? 'not started' : `in ${waitText(Math.max(0, atMs - Date.now()))}`;

/** What this node does by itself, and how it went. */
export function JobsPanel() {
  const query = useQuery(onPage(jobFiguresQuery));
  const { mutateAsync } = useRunJob();
  const text = useRegionText();
  const save = useSave(async (name: string) => {
    await mutateAsync(name);
    notify('It begins now.');
  });
  const failureText = ({ lastFailure, failures }: JobState) =>
    lastFailure
      ? `${text.age(lastFailure.at)}: ${lastFailure.message} (${text.count(failures, 'round')})`
      : 'none';
  return (
    <Section id="jobs" title="Jobs">
      <p className={`${styles.about} muted below16`}>
        Of this node, since its start. Other nodes count for themselves.
      </p>
      <Trouble title={save.trouble} />
      <Region query={query} what="The jobs" isPlural>
        {(jobs) => (
          <Table
            caption="Jobs of this node"
            columns={[
              { id: 'name', title: 'Job' },
              { id: 'last', title: 'Last round', width: '16%' },
              { id: 'took', title: 'It took', width: '12%' },
              { id: 'failure', title: 'Last failure' },
              { id: 'next', title: 'Next', width: '12%' },
              { id: 'run', title: 'Now', width: '110px' },
            ]}
            rows={jobs.map((job) => ({
              id: job.name,
              cells: [
                job.name,
                job.isRunning
                  ? 'under way'
                  : job.lastStart === null
                    ? 'none yet'
                    : text.age(job.lastStart),
                job.lastMs === null ? '–' : waitText(job.lastMs),
                failureText(job),
                untilText(job.next),
                <Button
                  key="run"
                  size="xs"
                  aria-label={`Run now: ${job.name}`}
                  aria-disabled={save.isBusy}
                  onClick={() => void save.run(job.name)}
                >
                  Run now
                </Button>,
              ],
            }))}
          />
        )}
      </Region>
    </Section>
  );
}
