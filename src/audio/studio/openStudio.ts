/** Puts the studio together. */
import { createLocalLoop } from '../local/localLoop.ts';
import type { Studio } from '../Studio.ts';
import { createFileImports } from './files/fileImports.ts';
import type { StudioHost } from './host.ts';
import { mergeSlotsToLoop } from './merge.ts';

/** Opens the studio of an engine. Nothing sounds, asks or listens until a part of it is used. */
export function openStudio(host: StudioHost): Studio {
  return {
    keepLoop: createLocalLoop,
    files: createFileImports(host, createLocalLoop),
    mergeSlots: (rifff, slots, signal) => mergeSlotsToLoop(host.maker, rifff, slots, signal),
  };
}
