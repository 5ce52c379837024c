import { Link } from 'react-router';
import type { Profile } from '../../data/contract/accounts.ts';
import page from '../parts/Page.module.css';
import { useReader } from '../parts/shares/useReader.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import styles from './Social.module.css';

/** What somebody collected. Nobody can collect yet, so that there is nothing in any. */
export function CollectionRoom({ profile }: { profile: Profile }) {
  const { user_id: userId, displayName } = profile;
  const isOwn = useReader() === userId;
  const name = displayName || userId;
  return (
    <>
      <div className={page.head}>
        <h1 className={`${page.title} ${styles.title} t64`}>
          <Link to={`/${encodeURIComponent(userId)}`}>{name}</Link>
        </h1>
        <p className={`${page.choice} ${styles.what}`}>
          <span>
            Collection <span className={styles.count}>0</span>
          </span>
        </p>
      </div>
      <ListState
        title="Nothing collected yet"
        action={
          <>
            <Button to="/listen" variant="filled" icon="play">
              Listen
            </Button>
            <Button to={`/${encodeURIComponent(userId)}`}>
              {isOwn ? 'Your rifffs' : 'Their rifffs'}
            </Button>
          </>
        }
      >
        {isOwn
          ? 'Rifffs that you collect will stand here. Collecting has not opened on this server.'
          : `Rifffs that ${name} collects will stand here. Collecting has not opened on this server.`}
      </ListState>
    </>
  );
}
