/** Puts the studio together. */
import { createLocalLoop } from '../local/localLoop.ts';
import type { Studio } from '../Studio.ts';
import type { StudioHost } from './host.ts';
import { mergeSlotsToLoop } from './merge.ts';

/** Opens the studio of an engine. Nothing sounds, asks or listens until a part of it is used. */
export function openStudio({ maker }: StudioHost): Studio {
  return {
    keepLoop: createLocalLoop,
    mergeSlots: (rifff, slots, signal) => mergeSlotsToLoop(maker, rifff, slots, signal),
  };
}
