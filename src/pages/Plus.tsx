import { usePageTitle } from '../hud/parts/page/page.ts';
import { PlusRoom } from '../hud/plus/PlusRoom.tsx';

/** `/plus`: the paid plan, collections of partners, and codes. */
export function Plus() {
  usePageTitle('Plus');
  return <PlusRoom />;
}
