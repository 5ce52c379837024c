/** Run once by the build, never in a browser: the first paint as markup. */
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { FirstPaint } from './FirstPaint.tsx';

/** @param hasNotice with the cookie notice, for whoever has not read it */
export function firstPaintMarkup(hasNotice: boolean): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <FirstPaint hasNotice={hasNotice} />
    </MemoryRouter>,
  );
}
