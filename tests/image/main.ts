/**
 * The image: built with Podman out of packages of the distribution, started as hardened as a container can be, and tried.
 * Writes `test-results/image.json` with what passed. Where images cannot be built or run it says why, and ends well.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeNodeBase, missingForImages } from './base.ts';
import { tryCompose } from './compose.ts';
import { fetchFirstRifff, residentMb, startContainer } from './container.ts';
import { contentsOf, type ImageFacts } from './contents.ts';
import { makeJourneys } from './journeys.ts';
import { Podman } from './podman.ts';
