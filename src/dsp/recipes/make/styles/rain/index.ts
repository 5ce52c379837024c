/** New loops of Glass Rain: what they are played on, and in which rhythms. */
import { closedHat, tightHat } from '../../../drums/kit.ts';
import { digitalPluck, glassBell } from '../../../instruments/keys.ts';
import { superSaw } from '../../../instruments/synths.ts';
import { backwards, calls, dust, passing, riser, wave } from '../../designs.ts';
import { type FxKind, type Style, words } from '../../style.ts';
import * as beats from './beats.ts';
import * as harmony from './harmony.ts';
import * as lines from './lines.ts';

const FX: readonly FxKind[] = [
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

export const RAIN: Style = {
  progressions: [
    [0, 5, 3, 2],
    [0, 5, 3, 6],
    [0, 0, 5, 6],
    [0, 0, 0, 0],
    [0, 3, 5, 6],
  ],
  barsPerChord: 2,
  ...lines,
  ...harmony,
  ...beats,
  fx: FX,
  words: [
    words(`
      Awning Black Bright Broken Bus Cable Clear Cloud Crosswalk Dark Drain Early Electric Fast
      Fine Flint Flood Glass Gravel Hail High Kite Lead Light Mercury Mirror Mist Neon Paper
      Pavement Quick Rain Roof Running Sharp Signal Silver Slate Spark Steel Storm Sudden Thin
      Tower Wet White Wire Zinc Sky
    `),
    words(`
      Arrow Avenue Bridge Chase Circuit City Cross Current Dash Drop Edge Engine Field Flash Frame
      Front Gale Grid Ground Hours Junction Lane Level Line Mile Moment Motion North Orbit Pane
      Passage Pulse Rails Ride River Run Shadow Shelter Shift Skyline Span Speed Square Stream
      Taxi Tunnel Turn Weather Wheel
    `),
  ],
};
