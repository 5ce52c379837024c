/** New loops of Slow Tide: what they are played on, and in which rhythms. */
import { cabasa, dustyHat } from '../../../drums/kit.ts';
import { glassBell, musicBox } from '../../../instruments/keys.ts';
import { backwards, calls, dust, passing, wave } from '../../designs.ts';
import { type FxKind, type Style, words } from '../../style.ts';
import * as beats from './beats.ts';
import * as harmony from './harmony.ts';
import * as lines from './lines.ts';

const FX: readonly FxKind[] = [
  dust(glassBell, dustyHat),
  wave,
  calls('horn'),
  backwards(glassBell, dustyHat),
  passing,
  dust(musicBox, cabasa),
];

export const TIDE: Style = {
  progressions: [
    [0, 2, 3, 4],
    [0, 0, 3, 4],
    [0, 2, 3, 0],
    [0, 0, 0, 0],
    [0, 4, 3, 4],
  ],
  barsPerChord: 1,
  ...lines,
  ...harmony,
  ...beats,
  fx: FX,
  words: [
    words(`
      Anchor Ballast Blue Breakwater Buoy Chart Cold Coral Creek Deep Dock Driftwood Dune Eastern
      Ebb Ferry Flat Fog Foam Grey Harbour Heron Hollow Inlet Jetty Keel Kelp Lagoon Lee Long Low
      Marsh Moon Mooring North Oar Pebble Pier Quiet Reed Rope Sail Salt Sand Shell Shore Slack
      Still Wide
    `),
    words(`
      Bank Bay Beacon Bell Boat Bottle Bridge Cabin Canvas Channel Compass Current Deck Distance
      Drift Evening Field Glass Gull Hand Horizon Hour House Island Journey Kite Lamp Letter Light
      Lock Map Mist Morning Net Pool Post Radio Return Ripple River Sleep Song Stone Sunday Turn
      Wake Water Weather Wind
    `),
  ],
};
