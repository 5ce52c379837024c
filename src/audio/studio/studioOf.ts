/**
 * Lends an engine to its studio, to the field of the arcade and to lists, and fetches them when they are first asked
 * for.
 */
import type { FieldSound } from '../arcade/FieldSound.ts';
import type { FieldHost } from '../arcade/field.ts';
import type { SoundSource } from '../engine/sampler.ts';
import { MASTER_ROW } from '../engine/telemetry.ts';
import type { Ticker } from '../engine/ticker.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import { once } from '../loading/singleFlight.ts';
import type { Looper } from '../looper/looper.ts';
import type { Master } from '../master/master.ts';
import type { Player } from '../player/player.ts';
import type { PlaylistSound } from '../playlist/PlaylistSound.ts';
import type { Playlist, PlaylistHost } from '../playlist/playlist.ts';
import type { StudioAudio, StudioHost } from './host.ts';
import type { Studio } from './Studio.ts';

interface OpenRig {
  readonly card: { readonly context: AudioContext; readonly ticker: Ticker };
  readonly master: Master;
  readonly looper: Looper;
}

interface Lender {
  readonly player: Player;
  readonly maker: PatternMaker;
  open(): Promise<OpenRig>;
  play(countInBars: number): Promise<void>;
  pause(): void;
  stop(): void;
  /** Nothing holds the context any more: it may rest. */
  rest(): void;
  /** What the telemetry reads from now on; null for what the player plays. */
  listen(source: SoundSource | null): void;
}

function rigOf({ card: { context }, master }: OpenRig): StudioAudio {
  const instruments = new GainNode(context);
  instruments.connect(master.input);
  return { context, output: master.input, instruments };
}

interface Borrowers {
  studio(): Promise<Studio>;
  field(): Promise<FieldSound>;
  playlist(): Promise<PlaylistSound>;
  /** Something else is played than a list: that pauses. */
  pauseList(): void;
  /** Stops what is played, recorded, tried out or flown through. */
  silence(): void;
  /** Does one of them keep the context running? */
  readonly isHeld: boolean;
}

/** The studio, the field and the list of an engine. */
export function studioOf(lender: Lender): Borrowers {
  const holds = new Set<symbol>();
  let looper: Looper | null = null;
  let master: Master | null = null;
  let openField: FieldSound | null = null;
  let openList: Playlist | null = null;
  let openStudio: Studio | null = null;
  let ticker: Ticker | null = null;
  let opening: Promise<StudioAudio> | null = null;
  let rigContext: { readonly context: AudioContext } | null = null;
  const open = async (): Promise<StudioAudio> => {
    const audio = await lender.open();
    looper = audio.looper;
    master = audio.master;
    ticker = audio.card.ticker;
    rigContext = audio.card;
    ticker.becomeSteady();
    opening ??= Promise.resolve(rigOf(audio));
    return opening;
  };
  const keepOn = () => {
    const mine = Symbol('hold');
    holds.add(mine);
    return () => {
      holds.delete(mine);
      lender.rest();
    };
  };
  const listen: FieldHost['listen'] = (source) => {
    if (!source || !rigContext) return lender.listen(null);
    const { context } = rigContext;
    lender.listen({
      context,
      isList: source.isList === true,
      get restBars() {
        return source.restBars;
      },
      get isPlaying() {
        return source.isPlaying;
      },
      gridAt: (frame) => source.gridAt(frame),
      analyserOf: (row) =>
        row === MASTER_ROW ? (master?.analyser ?? null) : source.analyserOf(row),
    });
  };
  const host: StudioHost = {
    open,
    gridAt: (frame) => (lender.player.isPlaying ? (looper?.clock.at(frame) ?? null) : null),
    get changeFrame() {
      return lender.player.isPlaying ? (looper?.changedFrame ?? null) : null;
    },
    get isPlaying() {
      return lender.player.isPlaying;
    },
    get current() {
      return lender.player.current;
    },
    play: (countInBars = 0) => lender.play(countInBars),
    get startFrame() {
      return looper?.clock.last?.fromFrame ?? 0;
    },
    stop: () => lender.stop(),
    hold() {
      // What is recorded, played or flown through is heard alone.
      openList?.giveWay();
      return keepOn();
    },
    onTick: (listener) => ticker?.on(listener) ?? (() => undefined),
    maker: lender.maker,
  };
  const fieldHost: FieldHost = {
    open,
    maker: lender.maker,
    stop: host.stop,
    hold: host.hold,
    onTick: host.onTick,
    listen,
  };
  const listHost: PlaylistHost = {
    open,
    maker: lender.maker,
    hush() {
      lender.pause();
      openField?.stop();
    },
    hold: keepOn,
    onTick: host.onTick,
    listen,
  };
  return {
    field: once(async () => {
      const { Field } = await import('../arcade/field.ts');
      openField = new Field(fieldHost);
      return openField;
    }),
    playlist: once(async () => {
      const { Playlist } = await import('../playlist/playlist.ts');
      openList = new Playlist(listHost);
      return openList;
    }),
    pauseList: () => openList?.giveWay(),
    silence() {
      openList?.giveWay();
      openField?.stop();
      if (!openStudio) return;
      const { recorder, pads, keys, files } = openStudio;
      recorder.stopPreview();
      void recorder.stop();
      pads.stop();
      keys.stop();
      keys.silence();
      files.stopAudition();
    },
    get isHeld() {
      return holds.size > 0;
    },
    studio: once(async () => {
      openStudio = await (await import('./openStudio.ts')).openStudio(host);
      return openStudio;
    }),
  };
}
