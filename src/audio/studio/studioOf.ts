/** Lends an engine to its studio, and fetches the studio when it is first asked for. */

import type { Ticker } from '../engine/ticker.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import type { Looper } from '../looper/looper.ts';
import type { Master } from '../master/master.ts';
import type { Player } from '../player/player.ts';
import type { StudioHost, StudioRig } from './host.ts';
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
  stop(): void;
  /** Nothing holds the context any more: it may rest. */
  rest(): void;
}

function rigOf({ card: { context }, master }: OpenRig): StudioRig {
  const instruments = new GainNode(context);
  instruments.connect(master.input);
  return { context, output: master.input, instruments };
}

/** The studio of an engine, and whether it keeps the context running. */
export function studioOf(lender: Lender): { studio(): Promise<Studio>; readonly isHeld: boolean } {
  const holds = new Set<symbol>();
  let looper: Looper | null = null;
  let ticker: Ticker | null = null;
  let opening: Promise<StudioRig> | null = null;
  let coming: Promise<Studio> | null = null;
  const open = async (): Promise<StudioRig> => {
    const rig = await lender.open();
    looper = rig.looper;
    ticker = rig.card.ticker;
    ticker.becomeSteady();
    opening ??= Promise.resolve(rigOf(rig));
    return opening;
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
      const mine = Symbol('hold');
      holds.add(mine);
      return () => {
        holds.delete(mine);
        lender.rest();
      };
    },
    onTick: (listener) => ticker?.on(listener) ?? (() => undefined),
    maker: lender.maker,
  };
  return {
    get isHeld() {
      return holds.size > 0;
    },
    studio() {
      coming ??= import('./openStudio.ts').then(({ openStudio }) => openStudio(host));
      coming.catch(() => {
        coming = null;
      });
      return coming;
    },
  };
}
