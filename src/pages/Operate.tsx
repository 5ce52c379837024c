import { useSnapshot } from 'valtio';
import { session } from '../data/stores/session.ts';
import { PageFrame, PageHead } from '../hud/kit/PageFrame.tsx';
import { OperateRoom } from '../hud/operate/OperateRoom.tsx';
import { RouteError, usePageTitle } from '../hud/parts/page/page.ts';

/** `/operate`: how the server does, for administrators. */
export function Operate() {
  usePageTitle('Operate');
  const { status, user } = useSnapshot(session);
  const isAllowed = user?.roles.includes('admin') === true;
  if (status !== 'unknown' && !isAllowed) {
    throw new RouteError(401, 'This page is for administrators.');
  }
  return (
    <PageFrame>
      <PageHead title="Operate" />
      {isAllowed && <OperateRoom />}
    </PageFrame>
  );
}
