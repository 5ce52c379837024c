import { cabasa, dustyHat } from '../../../drums/kit.ts';
import { glassBell, musicBox } from '../../../instruments/keys.ts';
import { backwards, calls, dust, passing, wave } from '../../designs.ts';
import type { FxKind } from '../../style.ts';

export const TIDE_FX: readonly FxKind[] = [
  dust(glassBell, dustyHat),
  wave,
  calls('horn'),
  backwards(glassBell, dustyHat),
  passing,
  dust(musicBox, cabasa),
];
