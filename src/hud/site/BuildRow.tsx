import type { DesktopBuild } from '../../data/contract/site.ts';
import { Button } from '../system/Button.tsx';
import styles from './Download.module.css';

export interface BuildRowProps {
  platform: DesktopBuild['platform'];
  /** Undefined: this server offers none. */
  build: DesktopBuild | undefined;
}

/** One platform: its app, or that there is none. */
export function BuildRow({ platform, build }: BuildRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.name}>{platform}</span>
      <span className={styles.what}>
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
