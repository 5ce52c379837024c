import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { PRODUCT_NAME } from '../../data/contract/constants.ts';
import { latestDesktopQuery } from '../../data/queries/site.ts';
import { ui } from '../../data/stores/ui.ts';
import { onPage, usePageTitle } from '../parts/page/page.ts';
import type { Wave } from '../parts/page/waveArt.ts';
import { FailedState } from '../system/FailedState.tsx';
import { Skeleton } from '../system/Skeleton.tsx';
import { BuildRow } from './BuildRow.tsx';
import styles from './Download.module.css';
import { InstallRow } from './InstallRow.tsx';
import { Sheet } from './Sheet.tsx';

/** What the specification supports outside the browser. */
const PLATFORMS = ['macOS', 'iOS'] as const;

const WAVES: readonly Wave[] = [
  ['pads', 6],
  ['leads', 4],
  ['bass', 3],
  ['perc', 8],
  ['chords', 5],
  ['fx', 3],
];

/** `/download`: apps that this server offers, and how to have it as one without them. */
export function DownloadView() {
  usePageTitle('Download');
  const { isOnline } = useSnapshot(ui);
  const { data: builds, isError, refetch } = useQuery(onPage(latestDesktopQuery));
  return (
    <Sheet
      waves={WAVES}
      title="Download"
      lead={`${PRODUCT_NAME} runs in the browser: there is nothing that you have to download. Whoever prefers an app finds it here.`}
    >
      <ul className={styles.list}>
        <InstallRow />
        {PLATFORMS.map((platform) =>
          builds ? (
            <BuildRow
              key={platform}
              platform={platform}
              build={builds.find((build) => build.platform === platform)}
            />
          ) : (
            <li key={platform} className={styles.row}>
              <span className={styles.name}>{platform}</span>
              {isError ? (
                <span className={styles.what}>Not known now.</span>
              ) : (
                <Skeleton width={160} height={15} />
              )}
            </li>
          ),
        )}
      </ul>
      {isError && (
        <FailedState
          isSmall
          isOffline={!isOnline}
          what="The list of apps"
          onRetry={() => void refetch()}
        />
      )}
    </Sheet>
  );
}
