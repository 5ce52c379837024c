import { useLocation, useNavigate } from 'react-router';
import { PRODUCT_NAME } from '../../data/contract/constants.ts';
import { isListeningPage } from '../../data/rules/browserSupport.ts';
import { safeRedirect } from '../../data/rules/redirects.ts';
import { acceptBrowser } from '../../data/stores/agreements.ts';
import { wishToPlay } from '../../data/stores/playWish.ts';
import { useEngine } from '../EngineContext.tsx';
import { usePageTitle } from '../parts/page/page.ts';
import type { Wave } from '../parts/page/waveArt.ts';
import { Button } from '../system/Button.tsx';
import { Sheet } from './Sheet.tsx';

const WAVES: readonly Wave[] = [
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
      waves={WAVES}
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
