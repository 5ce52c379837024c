import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { PRODUCT_NAME } from '../../data/contract/constants.ts';
import type { DesktopBuild } from '../../data/contract/site.ts';
import { latestDesktopQuery } from '../../data/queries/site.ts';
import { install, installApp } from '../../data/stores/install.ts';
import { Region } from '../kit/QueryList.tsx';
import { onPage, usePageTitle } from '../parts/page/page.ts';
import type { Wave } from '../parts/page/waveArt.ts';
import { Button } from '../system/Button.tsx';
import { Skeleton } from '../system/Loading.tsx';
import styles from './Sheet.module.css';
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

interface BuildRowProps {
  platform: DesktopBuild['platform'];
  /** Undefined: this server offers none. */
  build: DesktopBuild | undefined;
}

/** One platform: its app, or that there is none. */
function BuildRow({ platform, build }: BuildRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.name}>{platform}</span>
      <span className={`muted grow ${styles.what}`}>
        {build ? build.version && `Version ${build.version}` : 'This server offers no app for it.'}
      </span>
      {build && (
        <Button size="sm" href={build.url} rel="noopener noreferrer">
          Download for {platform}
        </Button>
      )}
    </li>
  );
}

/** The site as an app of its own window, by the browser. */
function InstallRow() {
  const { offer, isInstalled } = useSnapshot(install);
  return (
    <li className={styles.row}>
      <span className={styles.name}>Any device</span>
      <span className={`muted grow ${styles.what}`}>
        {isInstalled
          ? 'Installed on this device.'
          : offer
            ? 'From this browser, in a window of its own.'
            : 'With “Install” or “Add to home screen” in the menu of your browser.'}
      </span>
      {offer && !isInstalled && (
        <Button size="sm" variant="filled" onClick={() => void installApp()}>
          Install
        </Button>
      )}
    </li>
  );
}

/** `/download`: apps that this server offers, and how to have it as one without them. */
export function DownloadView() {
  usePageTitle('Download');
  const query = useQuery(onPage(latestDesktopQuery));
  const { data: builds, isError } = query;
  return (
    <Sheet
      waves={WAVES}
      title="Download"
      lead={`${PRODUCT_NAME} runs in the browser: there is nothing that you have to download. If you prefer an app, you find it here.`}
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
                <span className={`muted grow ${styles.what}`}>Not known now.</span>
              ) : (
                <Skeleton width={160} height={15} />
              )}
            </li>
          ),
        )}
      </ul>
      <Region query={query} what="The list of apps" skeleton={null}>
        {null}
      </Region>
    </Sheet>
  );
}
