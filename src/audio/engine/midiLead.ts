/** Lets hardware lead: the rifff that is current starts, stops and keeps in step with a MIDI clock that comes in. */
import { followStep, NOT_MEASURED } from '../../data/rules/time/follow.ts';
import { tempoByClock, transportByClock } from '../../data/rules/time/midiClockIn.ts';
import type { RoomClock } from '../../data/rules/time/sharedClock.ts';
import type { Engine } from './Engine.ts';
import type { LeadingHardware } from './InStep.ts';

const MEASURE_MS = 250;
/** The hardware's ticks are stamped by the page's own clock. */
const OWN_CLOCK: RoomClock = {
  refMs: 0,
  offsetMs: 0,
  skew: 0,
  spreadMs: 2,
  boundMs: 0,
  isSkewKnown: true,
};

/** Follows from now on. @returns how to end that; the music continues by itself */
export function followMidi(
  engine: Pick<Engine, 'inStep' | 'stop'>,
  { clock, rifff, setTempo }: LeadingHardware,
): () => void {
  const { inStep } = engine;
  let follow = NOT_MEASURED;
  let isStarting = false;
  const origin = (): number | null => {
    const [place, led, current] = [inStep.place(), clock(), rifff()];
    if (!place || !led || !current) return null;
    const { heard } = place;
    const { phaseSec } = transportByClock(led, current, heard.performanceMs, 0);
    return Math.round(heard.frame - phaseSec * 48_000);
  };
  const measure = () => {
    const [place, led, current] = [inStep.place(), clock(), rifff()];
    if (!place || !current || isStarting) return;
    if (!led) {
      // Pulled out or switched off while it led.
      if (follow !== NOT_MEASURED && place.playing) engine.stop();
      follow = NOT_MEASURED;
      return;
    }
    const tempo = led.isRunning ? tempoByClock(led, current.bps) : null;
    if (tempo !== null) {
      setTempo(tempo);
      return;
    }
    const { heard } = place;
    const transport = transportByClock(led, current, heard.performanceMs, 0);
    const result = followStep(follow, { ...place, transport, clock: OWN_CLOCK });
    follow = result.follow;
    const { step } = result;
    if (step.kind === 'halt') engine.stop();
    else if (step.kind === 'cut') inStep.moveTo(step.originFrame, 'now');
    else if (step.kind === 'splice') inStep.moveTo(step.originFrame, 'bar');
    else if (step.kind === 'enter') {
      isStarting = true;
      void inStep.play(origin).finally(() => {
        isStarting = false;
      });
    }
  };
  const timer = setInterval(measure, MEASURE_MS);
  return () => clearInterval(timer);
}
