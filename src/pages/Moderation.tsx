import { useSnapshot } from 'valtio';
import { session } from '../data/stores/session.ts';
import { PageFrame, PageHead } from '../hud/kit/PageFrame.tsx';
import { ModerationRoom } from '../hud/moderation/ModerationRoom.tsx';
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
    <PageFrame>
      <PageHead title="Moderation" />
      {isAllowed && <ModerationRoom />}
    </PageFrame>
  );
}
