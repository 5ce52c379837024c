/** New loops of Ember Street: what they are played on, and in which rhythms. */
import { shortOpenHat, tightHat } from '../../../drums/kit.ts';
import { vibraphone } from '../../../instruments/keys.ts';
import { stab } from '../../../instruments/synths.ts';
import { backwards, calls, dust, passing, riser } from '../../designs.ts';
import { type FxKind, type Style, words } from '../../style.ts';
import * as beats from './beats.ts';
import * as harmony from './harmony.ts';
import * as lines from './lines.ts';

const FX: readonly FxKind[] = [
  riser,
  passing,
  calls('siren'),
  backwards(stab(1500, 0.5), tightHat),
  dust(vibraphone, shortOpenHat),
];

export const EMBER: Style = {
  progressions: [
    [0, 5, 3, 6],
    [0, 0, 5, 6],
    [0, 3, 5, 6],
    [0, 0, 0, 0],
    [3, 0, 5, 6],
  ],
  barsPerChord: 1,
  ...lines,
  ...harmony,
  ...beats,
  fx: FX,
  words: [
    words(`
      Amber Back Basement Brass Brick Candle Cellar Cinder Copper Corner Curtain Dim Door Ember
      Evening Filament Flicker Gutter Half Hearth Hinge Iron Kerb Lamp Landing Late Lantern Last
      Ledger Lower Match Midnight Narrow Night Open Red Rust Second Side Slow Smoke Soft Spare
      Stair Street Tin Upper Velvet
    `),
    words(`
      Alley Arch Bell Bench Call Ceiling Chain Coat Corner Door Drift Exit Fare Floor Gate Glow
      Hall Hour Key Kitchen Ladder Landing Light Line Lock Mile Mirror Number Pocket Porch Queue
      Rail Room Round Shift Sign Smoke Stairs Step Stool Table Ticket Train Turn Walk Wall Window
      Yard Watch
    `),
  ],
};
