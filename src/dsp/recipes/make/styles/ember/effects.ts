import { shortOpenHat, tightHat } from '../../../drums/kit.ts';
import { vibraphone } from '../../../instruments/keys.ts';
import { stab } from '../../../instruments/synths.ts';
import { backwards, calls, dust, passing, riser } from '../../designs.ts';
import type { FxKind } from '../../style.ts';

export const EMBER_FX: readonly FxKind[] = [
  riser,
  passing,
  calls('siren'),
  backwards(stab(1500, 0.5), tightHat),
  dust(vibraphone, shortOpenHat),
];
