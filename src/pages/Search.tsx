import { PageFrame } from '../hud/kit/PageFrame.tsx';
import { usePageTitle } from '../hud/parts/page/page.ts';
import { SearchRoom } from '../hud/search/SearchRoom.tsx';

/** `/search`: people, rifffs, jams and loops by words and by sound. */
export function Search() {
  usePageTitle('Search');
  return (
    <PageFrame>
      <SearchRoom />
    </PageFrame>
  );
}
