import { SOUND_CHECKS } from '../audio/selfTest/soundChecks.ts';
import { BROWSER_CHECKS } from '../hud/selfTest/checks.ts';
import { SelfTest } from '../hud/selfTest/SelfTest.tsx';

const GROUPS = [
  { title: 'Sound', checks: SOUND_CHECKS },
  { title: 'Picture, keeping, network', checks: BROWSER_CHECKS },
];

/** `/test-wasm` */
export default function TestWasm() {
  return <SelfTest groups={GROUPS} />;
}
