import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { MANUAL_PATH, type Manual } from '../../data/contract/manual.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { manualQuery } from '../../data/queries/manual.ts';
import { startKeeping } from '../../data/stores/newVersion.ts';
import { tellWorker } from '../../data/worker.ts';
import { onPage, pageData, RouteError } from '../parts/page/page.ts';
import { ReadingPage } from '../parts/page/ReadingPage.tsx';
import { manualText } from './manualText.tsx';

/** Ways to the page before and after this one, in the order of the list. */
function Neighbours({ manual, name }: { manual: Manual; name: string }) {
  const all = manual.groups.flatMap(({ pages }) => pages);
  const at = all.findIndex(({ to }) => to === `${MANUAL_PATH}/${name}`);
  const before = all[at - 1];
  const after = all[at + 1];
  return (
    <nav className="row apart gap16 top48" aria-label="Pages before and after">
      {before ? (
        <p>
          Previous: <Link to={before.to}>{before.title}</Link>
        </p>
      ) : (
        <span />
      )}
      {after && (
        <p>
          Next: <Link to={after.to}>{after.title}</Link>
        </p>
      )}
    </nav>
  );
}

/** `/manual` and its pages. All of it comes as one text, and stays on the device once it was opened. */
export function ManualPage() {
  const { page: name = '' } = useParams();
  const { hash } = useLocation();
  const manual = pageData(useQuery(onPage(manualQuery)), 'The manual');
  useEffect(() => {
    if (!manual) return;
    // Pages of text do not begin with it; this one is read where no network is, too.
    void startKeeping();
    tellWorker({ type: 'fill' });
  }, [manual]);
  useEffect(() => {
    if (manual && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [manual, hash]);
  if (!manual) return null;
  const page = manual.pages.find((one) => one.name === name);
  if (!page)
    throw new RouteError(404, MESSAGES.pageNotFound, 'The manual has a list of its pages.');
  return (
    <ReadingPage
      label="Manual"
      groups={[{ pages: [{ to: MANUAL_PATH, title: 'Manual' }] }, ...manual.groups]}
      title={page.title}
      lead={manualText(page.lead)}
    >
      {manualText(page.body)}
      <Neighbours manual={manual} name={name} />
    </ReadingPage>
  );
}
