/** Feeds that a page offers to readers of feeds. Apart from `page.ts`: the first page has none. */

import { useEffect } from 'react';
import { inBase } from '../../../data/rules/site/base.ts';

/** A feed that readers of feeds can follow. */
export interface AtomFeed {
  readonly title: string;
  /** The last part of its address: `chart`, `rifff-of-the-week`, or an account. */
  readonly name: string;
}

/** Address of a feed, on this server. */
export const atomPath = ({ name }: AtomFeed) =>
  inBase(`/api/v3/feed/atom/${encodeURIComponent(name)}`);

/**
 * Names feeds in the head of the document, as the server does where a visit begins here, and no others: those of the
 * page before are let go. @param feeds the same list while they are the same
 */
export function useAtomFeeds(feeds: readonly AtomFeed[]): void {
  useEffect(() => {
    const letGo = () => {
      for (const link of document.head.querySelectorAll('link[type="application/atom+xml"]')) {
        link.remove();
      }
    };
    letGo();
    for (const feed of feeds) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'alternate', type: 'application/atom+xml', title: feed.title });
      link.href = atomPath(feed);
      document.head.append(link);
    }
    return letGo;
  }, [feeds]);
}

/** The chart of the week and its winners as feeds. */
export const CHART_FEEDS: readonly AtomFeed[] = [
  { title: 'The chart', name: 'chart' },
  { title: 'Rifffs of the week', name: 'rifff-of-the-week' },
];
