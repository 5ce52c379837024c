/**
 * Keeps an engine in step with a room: probes the room's clock, measures what is heard, and lets the engine enter,
 * splice, cut and halt as `rules/time/follow.ts` says. It decides nothing itself and holds no sound.
 */
import type { RoomTransport } from '../../data/contract/live.ts';
import {
  followStep,
  NOT_MEASURED,
  originFrameOf,
  phaseHeard,
  type Step,
} from '../../data/rules/time/follow.ts';
import { probeClock } from '../../data/rules/time/probing.ts';
import { NO_PROBES, type RoomClock } from '../../data/rules/time/sharedClock.ts';
import { delay } from '../loading/cancel.ts';
import type { Engine } from './Engine.ts';
import type { FollowedRoom, RoomFollowing } from './InStep.ts';

const MEASURE_MS = 250;

export class RoomFollower implements RoomFollowing {
  private readonly engine: Pick<Engine, 'inStep' | 'setRifff' | 'stop'>;
  private readonly room: FollowedRoom;
  private transport: RoomTransport | null = null;
  private memory = NO_PROBES;
  private follow = NOT_MEASURED;
  private isOver = false;
  /** Rifff that is being brought, so that it is not asked for again. */
  private bringing: { readonly rifffId: string; readonly abort: AbortController } | null = null;
  isLeading = false;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(engine: Pick<Engine, 'inStep' | 'setRifff' | 'stop'>, room: FollowedRoom) {
    this.engine = engine;
    this.room = room;
    this.timer = setInterval(this.measure, MEASURE_MS);
    void probeClock({
      ask: (sentMs) => room.probe(sentMs),
      nowMs: () => performance.now(),
      delay,
      heard: (memory) => {
        this.memory = memory;
        if (memory.pairs < 3) this.measure();
      },
      isOver: () => this.isOver,
    });
  }

  get clock(): RoomClock | null {
    return this.memory.clock;
  }

  setTransport(transport: RoomTransport): void {
    if (this.transport && transport.version < this.transport.version) return;
    this.transport = transport;
    if (this.bringing && this.bringing.rifffId !== transport.rifffId) this.bringing.abort.abort();
    this.measure();
  }

  heard(): ReturnType<typeof phaseHeard> | null {
    const place = this.engine.inStep.place();
    const { clock } = this;
    return place?.playing && clock ? phaseHeard(place.playing, clock, place.heard) : null;
  }

  dispose(): void {
    this.isOver = true;
    this.bringing?.abort.abort();
    clearInterval(this.timer);
  }

  private readonly measure = (): void => {
    const { transport } = this;
    if (!transport || this.isOver || this.isLeading || this.bringing) return;
    const place = this.engine.inStep.place();
    if (!place) return;
    const { follow, step } = followStep(this.follow, {
      ...place,
      transport,
      clock: this.memory.clock,
    });
    this.follow = follow;
    this.take(step);
  };

  private take(step: Step): void {
    const { inStep } = this.engine;
    if (step.kind === 'halt') this.engine.stop();
    else if (step.kind === 'cut') inStep.moveTo(step.originFrame, 'now');
    else if (step.kind === 'splice') inStep.moveTo(step.originFrame, 'bar');
    else if (step.kind === 'enter') void this.enter(step.rifffId);
  }

  private async enter(rifffId: string): Promise<void> {
    const abort = new AbortController();
    const { signal } = abort;
    this.bringing = { rifffId, abort };
    try {
      const rifff = await this.room.rifff(rifffId);
      if (signal.aborted) return;
      // From silence its loops join as they come, in the phase that they would always have had.
      const { originOf } = this;
      const options = { boundary: 'beat', startsEarly: true, originOf, signal } as const;
      const brought = this.engine.setRifff(rifff, options);
      if (this.engine.inStep.place()?.playing === null) await this.engine.inStep.play(originOf);
      await brought;
    } catch (cause) {
      if (!signal.aborted) console.warn('The rifff of the room could not be played', cause);
    } finally {
      this.bringing = null;
    }
  }

  /** Asked when it is about to sound, because loading takes its time and clocks go on. */
  private readonly originOf = (): number | null => {
    const place = this.engine.inStep.place();
    const { clock } = this.memory;
    if (!place || !clock || !this.transport) return null;
    return originFrameOf(this.transport, clock, place.heard);
  };
}
