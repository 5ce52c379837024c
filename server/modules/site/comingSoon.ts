import { COMING_SOON_MARK } from '../../../src/data/contract/constants.ts';
import type { PageFor } from '../../plugins/frontend.ts';

const MARK = `<meta name="${COMING_SOON_MARK}" content="yes" />`;

/**
 * Says in every page that the service has not opened yet, so that the guard in the browser knows before its
 * first paint and no visitor sees the page that was asked for. Embeds have no guard.
 */
export function markComingSoon(isComingSoon: boolean, pageFor: PageFor): PageFor {
  if (!isComingSoon) return pageFor;
  return async (path) => {
    const special = await pageFor(path);
    if (special?.file === 'embed.html') return special;
    const change = (page: string) =>
      (special?.change(page) ?? page).replace('</head>', () => `${MARK}</head>`);
    return { file: 'index.html', status: special?.status ?? 200, change };
  };
}
