/**
 * The engine that the pages hold: a light stand-in that answers at once. The real one, with Tone, is fetched
 * by the first command. The audio context is resumed here, inside the gesture, because by the time that code has
 * arrived the browser may no longer count it as one.
 */
import { patchTransport } from '../state/transport.ts';
import { createContext } from './audioContext.ts';
import { ENGINE_FEATURES, type Engine } from './Engine.ts';
import type { LiveEngine } from './liveEngine.ts';
import { createTelemetry } from './sampler.ts';
import { telemetryRef } from './telemetry.ts';

/** Makes the engine of the page and puts its telemetry where drawing reads it. */
export function createEngine(): Engine {
  const telemetry = createTelemetry();
  telemetryRef.current = telemetry;
  let engine: LiveEngine | null = null;
  let coming: Promise<LiveEngine> | null = null;
  let context: AudioContext | undefined;
  let latencyHint: AudioContextOptions['latencyHint'] = 'interactive';
  let isSilenced = false;
  /** Since it was silenced no gesture has begun anything: what follows a room waits for one. */
  let isResting = false;

  const load = (): Promise<LiveEngine> => {
    coming ??= import('./liveEngine.ts').then(
      (module) => {
        engine = new module.LiveEngine(telemetry);
        if (isSilenced) engine.setSilenced(true);
        return engine;
      },
      (error) => {
        coming = null;
        throw error;
      },
    );
    return coming;
  };
  const ask = async <T>(command: (engine: LiveEngine) => T): Promise<Awaited<T>> =>
    await command(engine ?? (await load()));
  const tell = (command: (engine: LiveEngine) => void): void => {
    if (engine) command(engine);
    else load().then(command, (error) => console.error('The engine could not be loaded', error));
  };
  const wake = (): AudioContext => {
    context ??= createContext(latencyHint);
    context.resume().catch(() => undefined);
    isResting = false;
    return context;
  };
  /** Runs what begins to sound, unless no sound may begin. */
  const begin = async (command: (engine: LiveEngine, context: AudioContext) => unknown) => {
    if (isSilenced) return;
    const woken = wake();
    await ask((real) => command(real, woken));
  };

  const facade: Engine = {
    telemetry,
    features: ENGINE_FEATURES,
    inStep: {
      place: () => (isResting ? null : (engine?.inStep.place() ?? null)),
      play: (originOf) => begin((real, woken) => real.play(woken, 0, originOf)),
      moveTo: (originFrame, boundary) => engine?.inStep.moveTo(originFrame, boundary) ?? null,
    },
    async followRoom(room) {
      const { RoomFollower } = await import('./roomFollower.ts');
      return new RoomFollower(facade, room);
    },
    async followMidi(hardware) {
      const { followMidi } = await import('./midiLead.ts');
      return followMidi(facade, hardware);
    },
    setLatencyHint(hint) {
      latencyHint = hint;
    },
    unlock: () => begin((real, woken) => real.unlock(woken)),
    async prepare() {
      if (context) return;
      context = createContext(latencyHint);
      // A browser that lets it run without a gesture.
      if (context.state === 'running') await context.suspend();
      await ask((real) => real.prepare(context));
    },
    preload: (rifff, signal) => ask((real) => real.preload(rifff, signal)),
    setRifff: (rifff, options) => ask((real) => real.setRifff(rifff, options)),
    play: () => begin((real, woken) => real.play(woken)),
    pause: () => tell((real) => real.pause()),
    stop: () => tell((real) => real.stop()),
    togglePlay: () => begin((real, woken) => real.togglePlay(woken)),
    setLooping: (isLooping) => tell((real) => real.setLooping(isLooping)),
    toggleLooping: () => tell((real) => real.toggleLooping()),
    setList: (rifffs, blendBars) => tell((real) => real.setList(rifffs, blendBars)),
    skipTo: (index, options) => ask((real) => real.skipTo(index, options)),
    skipBack: (options) => ask((real) => real.skipBack(options)),
    skipForward: (options) => ask((real) => real.skipForward(options)),
    setSlotGain: (slot, gain) => tell((real) => real.setSlotGain(slot, gain)),
    setSolo: (slot) => tell((real) => real.setSolo(slot)),
    setMasterGainDb: (gainDb) => tell((real) => real.setMasterGainDb(gainDb)),
    setInputMuted: (isMuted) => tell((real) => real.setInputMuted(isMuted)),
    audition: (loop) => begin((real, woken) => real.audition(loop, woken)),
    stopAudition: () => tell((real) => real.stopAudition()),
    setSilenced(next) {
      isSilenced = next;
      isResting ||= next;
      patchTransport({ isSilenced });
      engine?.setSilenced(next);
      if (next && context?.state === 'running') void context.suspend();
    },
    studio: () => ask((real) => real.studio()),
    field: () => ask((real) => real.field()),
    playlist: () => ask((real) => real.playlist()),
    async dispose() {
      if (!coming) {
        await context?.close();
        return;
      }
      await (await coming).dispose();
    },
  };
  return facade;
}
