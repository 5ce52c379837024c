import { useSnapshot } from 'valtio';
import { session } from '../data/stores/session.ts';
import { ModerationRoom } from '../hud/moderation/ModerationRoom.tsx';
import styles from '../hud/parts/Page.module.css';
import { RouteError, usePageTitle } from '../hud/parts/page/page.ts';

/** `/moderation`: what was reported, for moderators and administrators. */
export function Moderation() {
  usePageTitle('Moderation');
  const { status, user } = useSnapshot(session);
  const roles = user?.roles ?? [];
  const isAllowed = roles.includes('moderator') || roles.includes('admin');
  if (status !== 'unknown' && !isAllowed) {
    throw new RouteError(401, 'This page is for moderators.');
  }
  return (
    <div className={`${styles.page} over`}>
      <div className={styles.head}>
        <h1 className="t64">Moderation</h1>
      </div>
      {isAllowed && <ModerationRoom />}
    </div>
  );
}
