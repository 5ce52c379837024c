import { randomUUID } from 'node:crypto';
import type { FanOut, Register } from './fanOut.ts';

type Listener = (message: unknown) => void;

interface Kept {
  readonly text: string;
  readonly untilMs: number;
}

/** After so many writings what has passed is swept out. */
const SWEEP_EVERY = 1000;

/** On the clock that never goes back: setting the machine's own moves no music. */
const steadyMs = (): number => performance.timeOrigin + performance.now();

function createRegister(): Register {
  const fields = new Map<string, Map<string, Kept>>();
  const single = new Map<string, Kept>();
  let writings = 0;
  const sweep = () => {
    writings += 1;
    if (writings % SWEEP_EVERY !== 0) return;
    const nowMs = steadyMs();
    for (const [key, { untilMs }] of single) if (untilMs <= nowMs) single.delete(key);
    for (const [key, of] of fields) {
      for (const [field, { untilMs }] of of) if (untilMs <= nowMs) of.delete(field);
      if (of.size === 0) fields.delete(key);
    }
  };
  const readNow = (key: string): string | null => {
    const kept = single.get(key);
    return kept && kept.untilMs > steadyMs() ? kept.text : null;
  };
  return {
    async put(key, field, text, ttlMs) {
      sweep();
      const of = fields.get(key) ?? new Map<string, Kept>();
      fields.set(key, of.set(field, { text, untilMs: steadyMs() + ttlMs }));
    },
    async drop(key, field) {
      const of = fields.get(key);
      of?.delete(field);
      if (of?.size === 0) fields.delete(key);
    },
    async all(key) {
      const nowMs = steadyMs();
      const present = [...(fields.get(key) ?? [])].filter(([, { untilMs }]) => untilMs > nowMs);
      return new Map(present.map(([field, { text }]) => [field, text]));
    },
    async read(key) {
      return readNow(key);
    },
    async replace(key, previous, next, ttlMs) {
      sweep();
      if (readNow(key) !== previous) return false;
      single.set(key, { text: next, untilMs: steadyMs() + ttlMs });
      return true;
    },
  };
}

/** The fan-out of one process. Each call of `join` is a node of its own, so that tests have two in one process. */
export function createLocalHub(): { join(): FanOut } {
  const topics = new Map<string, Set<Listener>>();
  const register = createRegister();
  const join = (): FanOut => {
    const own = new Set<() => void>();
    let isClosed = false;
    return {
      node: randomUUID(),
      register,
      nowMs: steadyMs,
      onGap() {},
      publish(topic, message) {
        if (isClosed) return;
        queueMicrotask(() => {
          for (const listener of topics.get(topic) ?? []) listener(message);
        });
      },
      async subscribe(topic, listener) {
        const listeners = topics.get(topic) ?? new Set<Listener>();
        // One listener may hear the same topic twice.
        const hear: Listener = (message) => listener(message);
        topics.set(topic, listeners.add(hear));
        const stop = () => {
          own.delete(stop);
          listeners.delete(hear);
          if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic);
        };
        own.add(stop);
        return stop;
      },
      async close() {
        isClosed = true;
        for (const stop of [...own]) stop();
      },
    };
  };
  return { join };
}
