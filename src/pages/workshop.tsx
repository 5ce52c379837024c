/** Pages for developers: the style guide, its poster, and the test of what a browser can. */
import { useParams } from 'react-router';
import { SOUND_CHECKS } from '../audio/selfTest/soundChecks.ts';
import { MESSAGES } from '../data/contract/messages.ts';
import { RouteError } from '../hud/parts/page/page.ts';
import { BROWSER_CHECKS } from '../hud/selfTest/checks.ts';
import { SelfTest } from '../hud/selfTest/SelfTest.tsx';
import { guideSection, StyleGuide } from '../hud/styleguide/StyleGuide.tsx';

export { Poster } from '../hud/styleguide/Poster.tsx';

/** `/styleguide/:section?` */
export function StyleGuidePage() {
  const { section } = useParams();
  if (section === undefined) return <StyleGuide section={null} />;
  const found = guideSection(section);
  if (!found) throw new RouteError(404, MESSAGES.pageNotFound);
  return <StyleGuide section={found} />;
}

const GROUPS = [
  { title: 'Sound', checks: SOUND_CHECKS },
  { title: 'Picture, keeping, network', checks: BROWSER_CHECKS },
];

/** `/test-wasm` */
export function TestWasm() {
  return <SelfTest groups={GROUPS} />;
}
