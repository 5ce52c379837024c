/**
 * `?kind=webgl|canvas|naive|instances|text`: a flight through a hundred rifffs of eight rings that never ends; with `&unlocked` the
 * crowd moves as everything that can be unlocked has it. `?kind=empty`: the same scene with nothing in it, drawn as often.
 */
import { advance } from '@react-three/fiber';
import { createRoot } from 'react-dom/client';
import { Field } from '../../../src/audio/arcade/field.ts';
import { planField, voiceBytes } from '../../../src/audio/arcade/fieldPlans.ts';
import {
  createSilentTelemetry,
  sampleTelemetry,
  telemetryRef,
} from '../../../src/audio/engine/telemetry.ts';
import { PatternMaker } from '../../../src/audio/loading/patternMaker.ts';
import { LIBRARY_CATEGORIES } from '../../../src/data/contract/categories.ts';
import { fieldMusic } from '../../../src/data/rules/arcade/fieldMusic.ts';
import { UNLOCKS } from '../../../src/data/rules/arcade/unlocks.ts';
import { showCrowd } from '../../../src/data/stores/arcade.ts';
import { beforeEachFrame, onFrame } from '../../../src/data/stores/frameLoop.ts';
import { chooseRingDrawing } from '../../../src/data/stores/ringDrawing.ts';
import { ArcadeFlight } from '../../../src/hud/arcade/arcadeFlight.ts';
import CanvasHost from '../../../src/scene/CanvasHost.tsx';
import SceneHost from '../../../src/scene/SceneHost.tsx';
import { makeLoop, makeRifff, sine } from '../../../tests/audio/loops.ts';
import { musicalRifff } from '../../../tests/gpu/musicalPeaks.ts';
import { drawNaively } from './naive.ts';
import { PeerField } from './peers.tsx';
import { type FlightMemory, installProbe, measure } from './probe.ts';

const COUNT = 100;
const wishes = new URLSearchParams(location.search);
const kind = wishes.get('kind') ?? 'webgl';
installProbe(!wishes.has('undrawn'));

const rifffs = Array.from({ length: COUNT }, (_, at) => ({
  ...musicalRifff(LIBRARY_CATEGORIES, (at % 24) + 1),
  _id: `rifff-${at}`,
}));

/** A sound that never rests: position from the clock. */
const sound = createSilentTelemetry();
beforeEachFrame(sampleTelemetry);
telemetryRef.current = Object.assign(sound, {
  isPlaying: true,
  sample() {
    sound.turns = performance.now() / 8000;
    sound.phase = sound.turns % 1;
  },
});

const flight = new ArcadeFlight(innerWidth, innerHeight);
flight.begin();
flight.take(rifffs, fieldMusic(rifffs));
flight.heard.fill(1);
flight.call(rifffs.map((_, at) => `A rifff of number ${at}`));
if (wishes.has('unlocked')) for (const { id } of UNLOCKS) flight.unlock(id);
// Forward and from side to side, as a visitor who looks at everything.
setInterval(() => {
  const sec = performance.now() / 1000;
  flight.input.thrustX = Math.sin(sec * 0.7);
  flight.input.thrustDepth = 0.4 + 0.4 * Math.cos(sec * 0.5);
}, 50);

if (kind === 'naive') drawNaively(flight);
else if (kind === 'instances' || kind === 'text') {
  const host = createRoot(document.getElementById('host')!);
  host.render(<PeerField flight={flight} peer={kind} />);
} else if (kind === 'empty') {
  chooseRingDrawing('webgl');
  createRoot(document.getElementById('host')!).render(<SceneHost />);
  onFrame('lanes', (nowMs) => {
    advance(nowMs);
    return true;
  }).wake();
} else {
  chooseRingDrawing(kind === 'webgl' ? 'webgl' : 'canvas');
  showCrowd(flight);
  const host = createRoot(document.getElementById('host')!);
  host.render(kind === 'webgl' ? <SceneHost /> : <CanvasHost />);
}

/** Flies past a hundred rifffs of eight stereo loops of four seconds, and looks what is kept of them. */
async function memory(): Promise<FlightMemory> {
  const sounds = Array.from({ length: 8 }, (_, at) =>
    makeLoop({ sound: sine(100 + 10 * at), length16ths: 32, channels: 2 }),
  );
  const heard = Array.from({ length: COUNT }, (_, at) =>
    makeRifff(sounds.map((loop) => ({ ...loop, _id: `${loop._id.slice(0, 20)}${at}` }))),
  );
  const maker = new PatternMaker();
  const field = new Field({
    open: () => Promise.reject(new Error('nobody listens')),
    maker,
    stop: () => {},
    hold: () => () => {},
    onTick: () => () => {},
    listen: () => {},
  });
  const near = {
    distance: new Float32Array(128).fill(99),
    soon: new Float32Array(128).fill(99),
    pan: new Float32Array(128),
    focus: -1,
    open: 0,
    heard: new Uint8Array(128),
  };
  field.enter(heard, near);
  let [mostBytes, ready] = [0, 0];
  for (let place = 0; place < COUNT; place += 0.25) {
    for (let at = 0; at < COUNT; at++) {
      near.distance[at] = Math.abs(at - place);
      near.soon[at] = Math.abs(at - place - 1);
    }
    field.tick();
    await new Promise((done) => setTimeout(done, 60));
    mostBytes = Math.max(mostBytes, maker.bytes);
    if (Number.isInteger(place) && field.isReady(place)) ready += 1;
  }
  const music = fieldMusic(heard);
  const allBytes = heard
    .flatMap((rifff) => planField(rifff, music).voices)
    .reduce((sum, voice) => sum + voiceBytes(voice), 0);
  field.leave();
  maker.dispose();
  return { mostBytes, allBytes, ready };
}

window.flight = { measure, memory };
