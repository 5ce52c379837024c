import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BackupFigures } from '../../data/contract/operations.ts';
import { backupFiguresQuery } from '../../data/queries/operations.ts';
import { momentText } from '../../data/stores/locale.ts';
import { Figures } from '../kit/Figures.tsx';
import { Region } from '../kit/QueryList.tsx';
import { Section } from '../kit/Section.tsx';
import { formatBytes } from '../parts/export/exportChoice.ts';
import { onPage } from '../parts/page/page.ts';
import { BackUpButton, BackUpFailure } from '../parts/settings/BackUpNow.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { ListState } from '../system/ListState.tsx';
import { Trouble } from '../system/Submit.tsx';
import { Table } from '../system/Table.tsx';
import styles from './Operate.module.css';

/** Copies that the server makes by itself, and a button for one more. */
export function BackupsPanel() {
  const query = useQuery(onPage(backupFiguresQuery));
  return (
    <Section id="backups" title="Backups">
      <Region query={query} what="The backups" isPlural>
        {(figures) =>
          figures.folder === null ? (
            <ListState isSmall title="The server makes no backups by itself">
              Say in{' '}
              <Link to="?tab=settings" className="underline">
                Settings
              </Link>{' '}
              in which folder they belong, outside of its data.{' '}
              <Link to="/manual/backup" className="underline">
                The manual
              </Link>{' '}
              says how to make one by hand.
            </ListState>
          ) : (
            <Copies figures={figures} />
          )
        }
      </Region>
    </Section>
  );
}

function Copies({ figures }: { figures: BackupFigures }) {
  const { folder, schedule, keep, next, isRunning, isTooOld, lastFailure, copies } = figures;
  const text = useRegionText();
  const [newest] = copies;
  const tooOld = newest
    ? `The last good backup was made ${text.age(newest.made)}: more than twice the time between two.`
    : 'There is no backup yet.';
  return (
    <>
      <Trouble title={isTooOld ? tooOld : ''} />
      <Figures
        isText
        figures={[
          ['Last good one', newest ? momentText(newest.made) : 'none yet'],
          ['Next', isRunning ? 'under way' : next === null ? 'by hand alone' : momentText(next)],
          ['Schedule', schedule ?? 'none'],
          ['Copies that stay', keep],
          ['Folder', folder],
        ]}
      />
      <div className="stack gap16 below16">
        <BackUpFailure lastFailure={lastFailure} />
        <BackUpButton isRunning={isRunning} />
      </div>
      <div className={styles.part}>
        <h3 className="t18 below12">Copies</h3>
        <Table
          caption="Copies of the database in the folder"
          columns={[
            { id: 'made', title: 'Made' },
            { id: 'bytes', title: 'Database', isNumber: true },
            { id: 'verified', title: 'Verified' },
          ]}
          rows={copies.map(({ made, bytes, missing }) => ({
            id: String(made),
            cells: [
              momentText(made),
              formatBytes(bytes),
              missing === 0
                ? 'yes, with all files'
                : `yes, but ${text.count(missing, 'file')} missing`,
            ],
          }))}
          empty="No copies yet."
        />
      </div>
    </>
  );
}
