/** What stands before the site: until it opens, and before a browser that it was not made in. */
import { useLocation, useNavigate } from 'react-router';
import { PRODUCT_NAME } from '../../data/contract/constants.ts';
import { safeRedirect } from '../../data/rules/account/redirects.ts';
import { isListeningPage } from '../../data/rules/site/browserSupport.ts';
import { acceptBrowser } from '../../data/stores/agreements.ts';
import { wishToPlay } from '../../data/stores/listening.ts';
import { useEngine } from '../EngineContext.tsx';
import { usePageTitle, useSite } from '../parts/page/page.ts';
import type { Wave } from '../parts/page/waveArt.ts';
import { Button } from '../system/Button.tsx';
import { Sheet } from './Sheet.tsx';

const SOON_WAVES: readonly Wave[] = [
  ['leads', 5],
  ['bass', 3],
  ['fx', 2],
  ['vocals', 7],
];

/** `/coming-soon`: what visitors see until the operator opens the service. */
export function ComingSoonView() {
  usePageTitle('Coming soon');
  const site = useSite();
  const isOpen = site !== undefined && !site.isComingSoon;
  return (
    <Sheet
      waves={SOON_WAVES}
      title={
        isOpen ? (
          <>
            We are <br />
            open
          </>
        ) : (
          <>
            Coming <br />
            soon
          </>
        )
      }
      lead={
        isOpen
          ? `${PRODUCT_NAME} is running on this server. Come in.`
          : `${PRODUCT_NAME} makes music go round: short loops, stacked into rings, answered by those who hear them. It opens here soon.`
      }
      more={
        !isOpen &&
        site?.operatorName &&
        `${site.operatorName} is getting this place ready. If you were invited, sign in.`
      }
      actions={
        isOpen ? (
          <Button size="lg" variant="filled" to="/" icon="arrowRight">
            Go in
          </Button>
        ) : (
          <>
            <Button size="lg" to="/login">
              Sign in
            </Button>
            {site?.communityUrl && (
              <Button size="lg" variant="bare" href={site.communityUrl} rel="noopener noreferrer">
                Community
              </Button>
            )}
          </>
        )
      }
    />
  );
}

const HOLDING_WAVES: readonly Wave[] = [
  ['chords', 4],
  ['perc', 8],
  ['leads', 3],
  ['pads', 6],
  ['drums', 9],
];

/**
 * `/holding-page?redirectFrom=`: for mobile browsers and those other than Chrome. One tap agrees and goes on;
 * where the wanted page has something to play, the same tap plays it.
 */
export function HoldingView() {
  usePageTitle('Before you go on');
  const { search } = useLocation();
  const navigate = useNavigate();
  const engine = useEngine();
  const wanted =
    safeRedirect(new URLSearchParams(search).get('redirectFrom'), window.location.origin) ?? '/';
  const plays = isListeningPage(wanted);
  const goOn = () => {
    acceptBrowser();
    if (plays) {
      // Inside the tap: some browsers open the sound only then.
      engine.unlock().catch((cause) => console.info('The sound did not open', cause));
      wishToPlay();
    }
    void navigate(wanted, { replace: true });
  };
  return (
    <Sheet
      waves={HOLDING_WAVES}
      title={
        <>
          Just so <br />
          you know
        </>
      }
      lead={`${PRODUCT_NAME} is made and tested in Chrome on a computer. Here it should work too, but sound may start late, stutter, or stop when the screen goes dark.`}
      more="Nothing is lost if you try: what you make is kept as everywhere else."
      actions={
        <Button size="xl" variant="filled" icon={plays ? 'play' : 'arrowRight'} onClick={goOn}>
          {plays ? 'Go on and play' : 'Go on'}
        </Button>
      }
    />
  );
}
