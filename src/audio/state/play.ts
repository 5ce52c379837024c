import { proxy, ref } from 'valtio/vanilla';
import { beatForTempo, patternOfBeat } from '../../data/rules/beats.ts';
import { relayPattern, type StepPattern } from '../../data/rules/steps.ts';

/** The kits that there are. */
export const KIT_NAMES = [
  { id: 'press', title: 'Press kit' },
  { id: 'deep', title: 'Deep kit' },
  { id: 'dust', title: 'Dust kit' },
] as const;

export interface PadsState {
  kit: string;
  load: 'idle' | 'loading' | 'ready' | 'failed';
  /** Immutable, replaced as a whole. */
  pattern: StepPattern;
  /** Has a person changed the pattern? Until then it follows the tempo. */
  isTouched: boolean;
  /** Does the pattern play? */
  isRunning: boolean;
  /** Do pads that are hit while it plays go into the pattern? */
  isWriting: boolean;
}

export interface PlayState {
  /** Tempo and metre that instruments play in when no rifff does. */
  bps: number;
  barLength: number;
  pads: PadsState;
}

const held = (pattern: StepPattern): StepPattern => ref(pattern);

/** What the instruments play. The pattern is changed by pages and by what is played; the rest by the engine. */
export const play = proxy<PlayState>({
  bps: 2,
  barLength: 16,
  pads: {
    kit: 'press',
    load: 'idle',
    pattern: held(patternOfBeat(beatForTempo(2), 16)),
    isTouched: false,
    isRunning: false,
    isWriting: false,
  },
});

/** The pattern as it stands. */
export function padPattern(): StepPattern {
  return play.pads.pattern as StepPattern;
}

/** Merges a change into the pads, skipping fields that do not differ. */
export function patchPads(change: Partial<Omit<PadsState, 'pattern'>>): void {
  for (const [key, value] of Object.entries(change)) {
    const field = key as keyof PadsState;
    if (play.pads[field] !== value) Object.assign(play.pads, { [field]: value });
  }
}

/** Replaces the pattern by what a person made of it. */
export function setPadPattern(pattern: StepPattern): void {
  if (pattern === padPattern()) return;
  play.pads.pattern = held(pattern);
  play.pads.isTouched = true;
}

/** Tempo and metre of the draft; a pattern that nobody has touched becomes one of that tempo. */
export function setPlayTempo(bps: number, barLength: number): void {
  const isOther = play.bps !== bps || play.barLength !== barLength;
  if (!isOther) return;
  play.bps = bps;
  play.barLength = barLength;
  const { pattern, isTouched, isRunning } = play.pads;
  const fresh = !isTouched && !isRunning;
  play.pads.pattern = held(
    fresh
      ? patternOfBeat(beatForTempo(bps), barLength)
      : relayPattern(pattern as StepPattern, pattern.bars, barLength),
  );
}
