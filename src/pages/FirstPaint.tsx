import { Link } from 'react-router';
import { FIRST_TAP_ID } from '../data/contract/constants.ts';
import landing from '../hud/landing/Landing.module.css';
import { RowWaiting, StartButton } from '../hud/landing/RifffRow.tsx';
import discStyles from '../hud/parts/listening/Listening.module.css';
import noticeStyles from '../hud/shell/CookieNotice.module.css';
import headerStyles from '../hud/shell/Header.module.css';
import { Wordmark } from '../hud/shell/Wordmark.tsx';
import { Button } from '../hud/system/Button.tsx';
import { Icon } from '../hud/system/Icon.tsx';
import { Spinner } from '../hud/system/Loading.tsx';

/** Where the rings will be, with a disc that can be tapped although no script has run yet: it remembers that it was. */
function FirstHero() {
  return (
    <div className={`${landing.hero} over`}>
      <div className={landing.hollow} />
      <div className={discStyles.disc}>
        {/* biome-ignore lint/a11y/useSemanticElements: only a checkbox remembers a tap before any script runs */}
        <input
          type="checkbox"
          id={FIRST_TAP_ID}
          className="first-tap"
          role="button"
          aria-pressed="false"
          aria-label="Play"
        />
        <span className="first-ready">
          <Icon name="play" />
        </span>
        <span className="first-waiting">
          <Spinner />
        </span>
      </div>
    </div>
  );
}

/**
 * The first page before its code has come, as the document itself shows it (`tools/build/namePages.ts`). The app
 * takes its place when all of the first page is there, and plays at once if the disc was tapped.
 */
export function FirstPaint({ hasNotice }: { hasNotice: boolean }) {
  return (
    <>
      {hasNotice && (
        <section className={`${noticeStyles.band} first-band over`} aria-label="Cookie notice">
          <p className={noticeStyles.text}>
            We use cookies to ensure you get the best experience on our website
          </p>
          <div className={noticeStyles.actions}>
            <Link to="/cookies" className={noticeStyles.more}>
              Learn More
            </Link>
            <Button size="xs" disabled>
              Decline
            </Button>
            <Button size="xs" variant="filled" disabled>
              Accept
            </Button>
          </div>
        </section>
      )}
      <div className="first-paint">
        <header className={headerStyles.header}>
          <Wordmark />
        </header>
        <main>
          <section className={landing.stage} aria-label="Listen">
            <h1 className={`${landing.sentence} under`}>
              <span>Music </span>
              <span>goes </span>
              <span>round</span>
            </h1>
            <FirstHero />
            <div className={`${landing.actions} over`}>
              <StartButton />
              <Button size="lg" disabled>
                Open this rifff
              </Button>
            </div>
            <p className={`${landing.status} over t13`} />
            <RowWaiting />
          </section>
        </main>
      </div>
    </>
  );
}
