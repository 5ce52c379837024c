/** Run once by the build, never in a browser: first paints as markup. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { FirstDraft, FirstEditor } from './FirstEditor.tsx';
import { FirstFeed } from './FirstFeed.tsx';
import { FirstLanding } from './FirstLanding.tsx';
import { FirstPaint } from './FirstPaint.tsx';

interface Paint {
  readonly page: ReactNode;
  readonly heading?: ReactNode;
}

const LANDING: Paint = { page: <FirstLanding /> };
const PAINTS: Readonly<Record<string, Paint>> = {
  '/': LANDING,
  '/gb': LANDING,
  '/eu': LANDING,
  '/jam': { page: <FirstEditor />, heading: <FirstDraft /> },
  '/feed': { page: <FirstFeed /> },
};

/**
 * @param path as in `pages/pieces.ts`
 * @param hasNotice with the cookie notice, for visitors who have not read it
 * @returns undefined where the page has no first paint
 */
export function firstPaintMarkup(path: string, hasNotice: boolean): string | undefined {
  const paint = PAINTS[path];
  if (!paint) return undefined;
  return renderToStaticMarkup(
    <MemoryRouter>
      <FirstPaint hasNotice={hasNotice} heading={paint.heading}>
        {paint.page}
      </FirstPaint>
    </MemoryRouter>,
  );
}
