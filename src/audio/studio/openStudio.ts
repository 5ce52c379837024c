/** Puts the studio together. */
import { encodeLoop } from '../encode/encodeLoop.ts';
import { createLocalLoop } from '../local/localLoop.ts';
import type { Studio } from '../Studio.ts';
import { createFileImports } from './files/fileImports.ts';
import type { StudioHost } from './host.ts';
import { createRecorder } from './record/createRecorder.ts';

/** Opens the studio of an engine. Nothing sounds, asks or listens until a part of it is used. */
export function openStudio(host: StudioHost): Studio {
  return {
    keepLoop: createLocalLoop,
    encodeLoop,
    files: createFileImports(host, createLocalLoop),
    recorder: createRecorder(host),
  };
}
