/**
 * Makes the loops that come with the house, and their manifest, in assets/starter.
 * `--check` compares instead of writing and exits with 1 when a byte differs. `--rifffs` leaves the loops as they are
 * and makes only the rifffs of the manifest anew.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StarterManifest } from '../../src/data/contract/library.ts';
import { FAMILIES } from './families/index.ts';
import { MANIFEST_FILE, readStarterManifest } from './manifest.ts';
import type { BuiltLoop } from './output/build.ts';
import { allJobs, buildAll } from './output/pool.ts';
import { starterRifffs } from './rifffs.ts';

const OUT = fileURLToPath(new URL('../../assets/starter', import.meta.url));

function manifestOf(built: readonly BuiltLoop[]): StarterManifest {
  const loops = built.map(({ entry }) => entry);
  const packs = FAMILIES.map((family) => ({
    id: family.id,
    name: family.name,
    description: family.description,
    bps: family.bpm / 60,
    root: family.root,
    scale: family.scale,
    loopCount: family.recipes.length,
    ...(family.collection && { collection: family.collection }),
  }));
  return { packs, loops, rifffs: starterRifffs(loops) };
}

const textOf = (manifest: StarterManifest) => `${JSON.stringify(manifest, null, 1)}\n`;

function filesOf(built: readonly BuiltLoop[]): Map<string, Uint8Array> {
  const files = new Map(built.map(({ entry, ogg }) => [entry.file, ogg] as const));
  files.set(MANIFEST_FILE, new TextEncoder().encode(textOf(manifestOf(built))));
  return files;
}

function present(): string[] {
  try {
    return readdirSync(OUT, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(OUT.length + 1));
  } catch {
    return [];
  }
}

function check(files: ReadonlyMap<string, Uint8Array>): boolean {
  const wrong = [...files]
    .filter(([name, bytes]) => {
      try {
        return !readFileSync(join(OUT, name)).equals(bytes);
      } catch {
        return true;
      }
    })
    .map(([name]) => `${name} differs`);
  const extra = present().filter((name) => !files.has(name));
  for (const message of [...wrong, ...extra.map((name) => `${name} should not be there`)]) {
    console.log(message);
  }
  return wrong.length + extra.length === 0;
}

function write(files: ReadonlyMap<string, Uint8Array>): void {
  for (const name of present()) if (!files.has(name)) rmSync(join(OUT, name));
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(OUT, name)), { recursive: true });
    writeFileSync(join(OUT, name), bytes);
  }
}

if (process.argv.includes('--rifffs')) {
  const rifffs = starterRifffs(readStarterManifest(OUT).loops);
  // As it stands in the file: reading by the schema adds what may be left out.
  const manifest = JSON.parse(readFileSync(join(OUT, MANIFEST_FILE), 'utf8')) as StarterManifest;
  writeFileSync(join(OUT, MANIFEST_FILE), textOf({ ...manifest, rifffs }));
  process.exit();
}

const jobs = allJobs();
const began = Date.now();
const built = await buildAll(jobs, (name, done) => {
  if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${jobs.length}  ${name.padEnd(30)}`);
});
const files = filesOf(built);
const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0);
const sec = ((Date.now() - began) / 1000).toFixed(1);
console.log(`\n${jobs.length} loops, ${(bytes / 1e6).toFixed(2)} MB, made in ${sec} s`);
if (process.argv.includes('--check')) {
  const same = check(files);
  console.log(same ? 'the committed files match' : 'the committed files do not match');
  process.exitCode = same ? 0 : 1;
} else write(files);
