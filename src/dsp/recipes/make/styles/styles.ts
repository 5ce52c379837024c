/** What new loops of each family are played on, in which rhythms, and what they are called. */
import type { MadeFamily } from '../../../../data/contract/making.ts';
import { cabasa, closedHat, dustyHat, shortOpenHat, tightHat } from '../../drums/kit.ts';
import { digitalPluck, glassBell, musicBox, vibraphone } from '../../instruments/keys.ts';
import { stab, superSaw } from '../../instruments/synths.ts';
import { backwards, calls, dust, passing, riser, wave } from '../designs.ts';
import { type Style, words } from '../style.ts';
import * as emberBeats from './ember/beats.ts';
import * as emberHarmony from './ember/harmony.ts';
import * as emberLines from './ember/lines.ts';
import * as rainBeats from './rain/beats.ts';
import * as rainHarmony from './rain/harmony.ts';
import * as rainLines from './rain/lines.ts';
import * as tideBeats from './tide/beats.ts';
import * as tideHarmony from './tide/harmony.ts';
import * as tideLines from './tide/lines.ts';

export const STYLES: Readonly<Record<MadeFamily, Style>> = {
  'ember-street': {
    progressions: [
      [0, 5, 3, 6],
      [0, 0, 5, 6],
      [0, 3, 5, 6],
      [0, 0, 0, 0],
      [3, 0, 5, 6],
    ],
    barsPerChord: 1,
    ...emberLines,
    ...emberHarmony,
    ...emberBeats,
    fx: [
      riser,
      passing,
      calls('siren'),
      backwards(stab(1500, 0.5), tightHat),
      dust(vibraphone, shortOpenHat),
    ],
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
  },
  'glass-rain': {
    progressions: [
      [0, 5, 3, 2],
      [0, 5, 3, 6],
      [0, 0, 5, 6],
      [0, 0, 0, 0],
      [0, 3, 5, 6],
    ],
    barsPerChord: 2,
    ...rainLines,
    ...rainHarmony,
    ...rainBeats,
    fx: [
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
    ],
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
  },
  'slow-tide': {
    progressions: [
      [0, 2, 3, 4],
      [0, 0, 3, 4],
      [0, 2, 3, 0],
      [0, 0, 0, 0],
      [0, 4, 3, 4],
    ],
    barsPerChord: 1,
    ...tideLines,
    ...tideHarmony,
    ...tideBeats,
    fx: [
      dust(glassBell, dustyHat),
      wave,
      calls('horn'),
      backwards(glassBell, dustyHat),
      passing,
      dust(musicBox, cabasa),
    ],
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
  },
};
