/** The kits of the pads: what each of the sixteen sounds is made of. Synthesised here, nothing is sampled. */
import { CLAVE, COWBELL, clap, cymbal, RIM, shaker, struck } from '../../../../dsp/drums/metal.ts';
import {
  handDrum,
  type KickShape,
  kick,
  type SnareShape,
  snare,
} from '../../../../dsp/drums/skins.ts';
import type { Random } from '../../../../dsp/synth/random.ts';

/** One sound at full strength, mono at 48 kHz. */
interface DrumSound {
  readonly make: (rng: Random) => Float32Array;
  /** Peak against the others of the kit, dB, and its place from −1 (left) to 1 (right). */
  readonly levelDb: number;
  readonly pan: number;
}

/** Everything that tells one kit from another. Times in seconds. */
interface KitShape {
  readonly id: string;
  readonly title: string;
  readonly kick: KickShape;
  readonly snare: SnareShape;
  readonly clap: { readonly sec: number; readonly hz: number };
  readonly hat: {
    readonly hz: number;
    readonly sec: number;
    readonly noise: number;
    readonly hp: number;
  };
  readonly openSec: number;
  readonly tomHz: readonly [number, number, number];
  readonly tomSec: number;
  readonly crashSec: number;
  readonly rideHz: number;
}

interface Kit {
  readonly id: string;
  readonly title: string;
  /** In the order of the pads. */
  readonly sounds: readonly DrumSound[];
}

const tom =
  (hz: number, sec: number) =>
  (rng: Random): Float32Array =>
    handDrum({ hz, sec, slap: 0.22, bend: 0.3 }, 1, rng);

function soundsOf(shape: KitShape): DrumSound[] {
  const { hat, openSec, tomHz, tomSec } = shape;
  const [low, mid, high] = tomHz;
  const sound = (levelDb: number, pan: number, make: DrumSound['make']): DrumSound => ({
    make,
    levelDb,
    pan,
  });
  return [
    sound(0, 0, (rng) => kick(shape.kick, 1, rng)),
    sound(-2, 0, (rng) => snare(shape.snare, 1, rng)),
    sound(-3, 0.05, (rng) => clap(shape.clap.sec, shape.clap.hz, 1, rng)),
    sound(-7, -0.2, (rng) => struck(RIM, 1, rng, 0.5)),
    sound(-9, 0.2, (rng) => cymbal({ ...hat, sec: hat.sec }, 1, rng)),
    sound(-10, 0.2, (rng) => cymbal({ ...hat, sec: openSec, stick: 0.2 }, 1, rng)),
    sound(-11, -0.35, (rng) => shaker({ sec: 0.05, hz: 6400, rise: 0.006 }, 1, rng)),
    sound(-11, 0.35, (rng) =>
      cymbal({ sec: 0.17, hz: 720, noise: 0.35, hp: 6800, rise: 0.002 }, 1, rng),
    ),
    sound(-3, -0.3, tom(low, tomSec)),
    sound(-4, 0, tom(mid, tomSec * 0.85)),
    sound(-5, 0.3, tom(high, tomSec * 0.7)),
    sound(-5, -0.25, (rng) => handDrum({ hz: 224, sec: 0.3, slap: 0.16 }, 1, rng)),
    sound(-9, 0.25, (rng) => struck(COWBELL, 1, rng)),
    sound(-8, -0.15, (rng) => struck(CLAVE, 1, rng, 0.1)),
    sound(-7, 0.15, (rng) =>
      cymbal(
        { sec: shape.crashSec, hz: 310, noise: 0.7, hp: 4200, rise: 0.003, stick: 0.3 },
        1,
        rng,
      ),
    ),
    sound(-11, -0.2, (rng) =>
      cymbal({ sec: 0.9, hz: shape.rideHz, noise: 0.35, hp: 5600, bell: 0.5, stick: 0.9 }, 1, rng),
    ),
  ];
}

const SHAPES: readonly KitShape[] = [
  {
    id: 'press',
    title: 'Press',
    kick: { hz: 51, sweepHz: 250, sweepSec: 0.012, sec: 0.34, click: 0.6, drive: 0.6 },
    snare: { hz: 198, sec: 0.2, wires: 0.85, wireHz: 2500, wireSec: 0.21, crack: 0.8, ring: 0.3 },
    clap: { sec: 0.2, hz: 1250 },
    hat: { hz: 330, sec: 0.08, noise: 0.45, hp: 7600 },
    openSec: 0.36,
    tomHz: [88, 118, 152],
    tomSec: 0.5,
    crashSec: 1.8,
    rideHz: 372,
  },
  {
    id: 'deep',
    title: 'Deep',
    kick: {
      hz: 46,
      sweepHz: 190,
      sweepSec: 0.016,
      sec: 0.7,
      click: 0.3,
      drive: 0.45,
      holdSec: 0.03,
    },
    snare: { hz: 212, sec: 0.12, wires: 0.95, wireHz: 2600, wireSec: 0.16, crack: 0.9 },
    clap: { sec: 0.34, hz: 1050 },
    hat: { hz: 410, sec: 0.05, noise: 0.3, hp: 8800 },
    openSec: 0.28,
    tomHz: [72, 98, 131],
    tomSec: 0.6,
    crashSec: 2,
    rideHz: 330,
  },
  {
    id: 'dust',
    title: 'Dust',
    kick: { hz: 57, sweepHz: 95, sweepSec: 0.02, sec: 0.24, click: 0.55, drive: 0.6, wood: 0.8 },
    snare: { hz: 178, sec: 0.2, wires: 0.68, wireHz: 1600, wireSec: 0.23, crack: 0.4, ring: 0.4 },
    clap: { sec: 0.14, hz: 1450 },
    hat: { hz: 290, sec: 0.1, noise: 0.6, hp: 5600 },
    openSec: 0.3,
    tomHz: [96, 128, 164],
    tomSec: 0.38,
    crashSec: 1.5,
    rideHz: 290,
  },
];

export const KITS: readonly Kit[] = SHAPES.map((shape) => ({
  id: shape.id,
  title: shape.title,
  sounds: soundsOf(shape),
}));

/** The kit of an id; the first one when there is none. */
export function kitOf(id: string): Kit {
  return KITS.find((kit) => kit.id === id) ?? KITS[0]!;
}
