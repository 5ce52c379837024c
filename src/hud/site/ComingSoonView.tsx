import { PRODUCT_NAME } from '../../data/contract/constants.ts';
import { usePageTitle, useSite } from '../parts/page/page.ts';
import type { Wave } from '../parts/page/waveArt.ts';
import { Button } from '../system/Button.tsx';
import { Sheet } from './Sheet.tsx';

const WAVES: readonly Wave[] = [
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
      waves={WAVES}
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
          : `${PRODUCT_NAME} makes music go round: short loops, stacked into rings, answered by whoever hears them. It opens here soon.`
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
