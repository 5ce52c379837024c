import { closedHat, tightHat } from '../../../drums/kit.ts';
import { digitalPluck, glassBell } from '../../../instruments/keys.ts';
import { superSaw } from '../../../instruments/synths.ts';
import { backwards, calls, dust, passing, riser, wave } from '../../designs.ts';
import type { FxKind } from '../../style.ts';

export const RAIN_FX: readonly FxKind[] = [
  riser,
  calls('ping'),
  dust(digitalPluck, tightHat),
  backwards(
    superSaw(() => 0.6, 1600),
    tightHat,
  ),
  wave,
  passing,
  dust(glassBell, closedHat),
];
