import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { WireTo } from './wire.ts';

/** What a process of listeners is asked for. */
export type Order =
  | { readonly kind: 'connect'; readonly to: readonly WireTo[] }
  | {
      readonly kind: 'act';
      readonly jamId: string;
      readonly count: number;
      readonly perSec: number;
      readonly rifffId: string;
    }
  | { readonly kind: 'rest' }
  | { readonly kind: 'tell' };

/** What it answers. */
export type Report =
  | { readonly kind: 'connected' }
  | { readonly kind: 'failed'; readonly reason: string }
  | ({ readonly kind: 'told' } & Told);

/** What listeners were told since they were asked last. */
export interface Told {
  /** Times (ms, `sharedMs`) at which listeners had an event, by its number. */
  readonly heard: Record<string, number[]>;
  /** Bytes of frames, by kind of news. */
  readonly bytes: Record<string, number>;
  /** A packet of events as it came. */
  readonly sample: string;
}

/** Listeners in processes of their own. */
export interface Crowd {
  /** The first so many touch a ring, `perSec` times each. */
  act(jamId: string, rifffId: string, count: number, perSec: number): void;
  rest(): void;
  /** What they were told since the last time. */
  told(): Promise<Told>;
  close(): Promise<void>;
}

const CHILD = join(import.meta.dirname, 'listeners.child.ts');

async function answer(child: ChildProcess, order: Order): Promise<Report> {
  child.send(order);
  const [report] = (await once(child, 'message')) as [Report];
  if (report.kind === 'failed') throw new Error(report.reason);
  return report;
}

/** Connects listeners, shared out among so many processes. @throws Error when one of them is refused */
export async function gatherCrowd(to: readonly WireTo[], processes = 2): Promise<Crowd> {
  const children = Array.from({ length: processes }, () => fork(CHILD));
  const close = async () => {
    for (const child of children) {
      if (child.exitCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
  };
  try {
    await Promise.all(
      children.map((child, at) =>
        answer(child, { kind: 'connect', to: to.filter((_, of) => of % processes === at) }),
      ),
    );
  } catch (error) {
    await close();
    throw error;
  }
  return {
    act(jamId, rifffId, count, perSec) {
      const share = Math.floor(count / processes);
      for (const child of children)
        child.send({ kind: 'act', jamId, rifffId, count: share, perSec });
    },
    rest() {
      for (const child of children) child.send({ kind: 'rest' });
    },
    async told() {
      const heard: Record<string, number[]> = {};
      const bytes: Record<string, number> = {};
      let sample = '';
      for (const child of children) {
        const part = await answer(child, { kind: 'tell' });
        if (part.kind !== 'told') continue;
        sample ||= part.sample;
        for (const [number, times] of Object.entries(part.heard)) {
          heard[number] = [...(heard[number] ?? []), ...times];
        }
        for (const [kind, size] of Object.entries(part.bytes)) {
          bytes[kind] = (bytes[kind] ?? 0) + size;
        }
      }
      return { heard, bytes, sample };
    },
    close,
  };
}
