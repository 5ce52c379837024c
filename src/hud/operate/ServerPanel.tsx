import { useQuery } from '@tanstack/react-query';
import { serverFiguresQuery } from '../../data/queries/operations.ts';
import { momentText } from '../../data/stores/locale.ts';
import { Figures } from '../kit/Figures.tsx';
import { Region } from '../kit/QueryList.tsx';
import { Section } from '../kit/Section.tsx';
import { formatBytes } from '../parts/export/exportChoice.ts';
import { onPage } from '../parts/page/page.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Table } from '../system/Table.tsx';
import styles from './Operate.module.css';

/** Below this share of the disk that is free it is said. */
const LITTLE = 0.1;

/** What this node runs on, and what it keeps. */
export function ServerPanel() {
  const query = useQuery(onPage(serverFiguresQuery));
  const text = useRegionText();
  return (
    <Section id="server" title="This server">
      <Region query={query} what="The figures" isPlural>
        {({ disk, memory, files, ...about }) => (
          <>
            {disk && disk.freeBytes < LITTLE * disk.totalBytes && (
              <p role="alert" className={`${styles.about} medium`}>
                Less than a tenth of the disk is free.
              </p>
            )}
            <Figures
              figures={[
                ['Disk free', disk ? formatBytes(disk.freeBytes) : 'not known'],
                ['Disk', disk ? formatBytes(disk.totalBytes) : 'not known'],
                ['Database', formatBytes(about.databaseBytes)],
                ['Memory', formatBytes(memory.residentBytes)],
              ]}
            />
            <Figures
              isText
              figures={[
                ['Version', about.version],
                ['Last migration', about.migration],
                ['Started', momentText(about.started)],
                ['Node', about.node],
                ['Engine', about.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
                ['Node.js', about.nodeVersion],
              ]}
            />
            <div className={styles.part}>
              <h3 className="t18 below12">Files</h3>
              <Table
                caption="Files by kind"
                columns={[
                  { id: 'kind', title: 'Kind' },
                  { id: 'count', title: 'Number', isNumber: true },
                  { id: 'bytes', title: 'Size', isNumber: true },
                ]}
                rows={files.map(({ kind, count, bytes }) => ({
                  id: kind,
                  cells: [kind, text.number(count), bytes === 0 ? '0' : formatBytes(bytes)],
                }))}
              />
            </div>
          </>
        )}
      </Region>
    </Section>
  );
}
