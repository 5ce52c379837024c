import type { ReactNode } from 'react';
import { FIRST_TAP_CLASS, FIRST_TAP_ID } from '../../data/contract/constants.ts';
import discStyles from '../../hud/parts/listening/Listening.module.css';
import { CookieBand } from '../../hud/shell/CookieBand.tsx';
import headerStyles from '../../hud/shell/Header.module.css';
import { Wordmark } from '../../hud/shell/Wordmark.tsx';
import { Icon } from '../../hud/system/Icon.tsx';
import { Spinner } from '../../hud/system/Loading.tsx';

interface FirstTapProps {
  id?: string;
  /** What the app does with the tap: see `takeOver.ts`. */
  wish: string;
  label: string;
  /** The control as it looks until it is tapped, and from then on. */
  children: ReactNode;
  waiting?: ReactNode;
}

/**
 * A control that can be tapped although no script has run yet: it fills what it stands in and remembers that it was
 * tapped. With an `id` it can be tapped again, to take that back; of those without one the last that was tapped counts.
 */
export function FirstTap({ id, wish, label, children, waiting = <Spinner /> }: FirstTapProps) {
  const shared = { className: FIRST_TAP_CLASS, 'data-wish': wish, 'aria-label': label };
  return (
    <>
      {id ? (
        // biome-ignore lint/a11y/useSemanticElements: only an input remembers a tap before any script runs
        <input {...shared} type="checkbox" id={id} role="button" aria-pressed="false" />
      ) : (
        <input {...shared} type="radio" name={FIRST_TAP_CLASS} />
      )}
      <span className="first-ready">{children}</span>
      <span className="first-waiting">{waiting}</span>
    </>
  );
}

/** The disc of the big rifff of a page. */
export function FirstDisc() {
  return (
    <div className={`discIcon ${discStyles.disc}`}>
      <FirstTap id={FIRST_TAP_ID} wish="play" label="Play">
        <Icon name="play" />
      </FirstTap>
    </div>
  );
}

interface FirstPaintProps {
  hasNotice: boolean;
  /** What the page puts into its header. */
  heading?: ReactNode;
  /** The page. */
  children: ReactNode;
}

/**
 * A page before its code has come, as the document itself shows it (`tools/build/namePages.ts`). The app takes its
 * place when all that is shown first is there, and does what was tapped. With an `id` it can be tapped again, to take that back; of those without one the last that was tapped counts.
 */
export function FirstPaint({ hasNotice, heading, children }: FirstPaintProps) {
  return (
    <>
      {hasNotice && <CookieBand className="first-band" />}
      <div className="first-paint">
        <header className={`through ${headerStyles.header}`}>
          <Wordmark />
          {heading}
        </header>
        <main>{children}</main>
      </div>
    </>
  );
}
