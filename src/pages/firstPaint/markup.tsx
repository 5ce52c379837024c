/** Run once by the build, never in a browser: first paints as markup. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import type { FirstPaint as BuiltPaint } from '../../data/contract/builtPages.ts';
import { FirstDraft, FirstEditor } from './FirstEditor.tsx';
import { FirstFeed } from './FirstFeed.tsx';
import { FirstLanding } from './FirstLanding.tsx';
import { FirstJam, FirstListen } from './FirstListening.tsx';
import { FirstLogin } from './FirstLogin.tsx';
import { FirstPaint } from './FirstPaint.tsx';

interface Paint {
  readonly page: ReactNode;
  readonly heading?: ReactNode;
  readonly changedBy: BuiltPaint['changedBy'];
}

const LANDING: Paint = { page: <FirstLanding />, changedBy: [] };
const PAINTS: Readonly<Record<string, Paint>> = {
  '/': LANDING,
  '/gb': LANDING,
  '/eu': LANDING,
  '/jam': { page: <FirstEditor />, heading: <FirstDraft />, changedBy: null },
  '/feed': { page: <FirstFeed />, changedBy: ['sort', 'source'] },
  '/jams/:jam': { page: <FirstJam />, changedBy: [] },
  '/listen': { page: <FirstListen />, changedBy: ['show'] },
  '/login': { page: <FirstLogin />, changedBy: ['with'] },
};

/** @param path as in `pages/pieces.ts` @returns undefined where the page has no first paint */
export function firstPaintOf(path: string): BuiltPaint | undefined {
  const paint = PAINTS[path];
  if (!paint) return undefined;
  const { page, heading, changedBy } = paint;
  return {
    changedBy,
    markup: (hasNotice) =>
      renderToStaticMarkup(
        <MemoryRouter>
          <FirstPaint hasNotice={hasNotice} heading={heading}>
            {page}
          </FirstPaint>
        </MemoryRouter>,
      ),
  };
}
