import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allImports, type Import, importsOf, sourceFiles } from '../tools/house/imports.ts';
import { JUDGED_FOLDERS, violations } from './house/rules.ts';
import { borrowedHelpers, circles, trespasses } from './house/shape.ts';

const root = join(import.meta.dirname, '..');

const MAX_LINES = 500;
/** Tables, schemas and scenes may be longer: each is one idea, and splitting it makes it harder to read. */
const MAY_BE_LONG = /^src\/data\/contract\/|^src\/scene\/|(?:[tT]able|[sS]chema)s?\.ts$/;

/** Where the server loads play money. */
const PLAY_MONEY_DOORS: readonly string[] = [
  'server/ports/chain/openChain.ts',
  'server/ports/payments/openPayments.ts',
];

const isTestFile = (file: string) => /\.test\.tsx?$/.test(file);

/** Does the imported file load with the one that imports it? Types leave no trace, and what a call imports waits for it. */
function isLoadedAtOnce({ from, to }: Import): boolean {
  const text = readFileSync(join(root, from), 'utf8')
    .replace(/^import type [^;]+;$/gm, '')
    .replace(/\bimport\(\s*'[^']+'\s*\)/g, 'fetched');
  return importsOf(from, text).some((one) => one.to === to);
}

const FOLDERS = ['src', 'server', 'tools', 'packages', 'bench', 'tests'];
const house = allImports(root, FOLDERS);
const within = (folders: readonly string[]) =>
  house.filter(({ from }) => folders.some((folder) => from.startsWith(`${folder}/`)));
const judged = within(JUDGED_FOLDERS);
const inPages = within(['src']);

describe('the house', () => {
  it('has no forbidden import', () => {
    expect(violations(judged)).toEqual([]);
  });

  it('has no circle', () => {
    expect(circles(house)).toEqual([]);
  });

  it('has tests that wait by one bound, not by the second of `vi.waitFor`', () => {
    const ways = ['tests/support/eventually.ts', 'tests/architecture.test.ts'];
    const impatient = FOLDERS.flatMap((folder) => sourceFiles(root, folder))
      .filter((file) => !ways.includes(file))
      // With a time of its own it is a try of several.
      .filter((file) => /vi\.waitFor\((?!.*, \d+\))/.test(readFileSync(join(root, file), 'utf8')));
    expect(impatient).toEqual([]);
  });

  it('keeps the rooms of its pages apart, and what tests use out of the product', () => {
    expect([...trespasses(judged), ...borrowedHelpers(judged)]).toEqual([]);
  });

  it.each([
    [
      'a circle of types',
      circles,
      'src/a.ts',
      `import type { B } from './b.ts';`,
      'src/a.ts,src/b.ts',
    ],
    [
      'a page in another',
      trespasses,
      'src/hud/club/planted.tsx',
      `import '../landing/Hero.tsx';`,
      'club may not import landing',
    ],
    [
      'a system with a product',
      trespasses,
      'src/hud/system/planted.tsx',
      `import '../parts/rings/RingControls.tsx';`,
      'system may not import parts',
    ],
    [
      'a kit with the shell',
      trespasses,
      'src/hud/kit/planted.tsx',
      `import '../shell/Shell.tsx';`,
      'kit may not import shell',
    ],
    [
      'a helper of tests',
      borrowedHelpers,
      'server/planted.ts',
      `import './testing/outbox.ts';`,
      'which is for tests',
    ],
  ])('tells of %s', (_, judge, file, text, sentence) => {
    const back = importsOf('src/b.ts', `import { a } from './a.ts';`);
    expect(judge([...importsOf(file, text), ...back]).join()).toContain(sentence);
  });

  it.each([
    [
      'src/data/contract/planted.ts',
      `import { proxy } from 'valtio';`,
      'contract may not import valtio',
    ],
    ['src/data/rules/planted.ts', `import '../../dsp/fft.ts';`, 'rules may not import dsp'],
    ['src/audio/planted.ts', `import { useState } from 'react';`, 'audio may not import react'],
    ['src/audio/planted.ts', `import type { X } from '../hud/X.tsx';`, 'audio may not import hud'],
    [
      'src/scene/planted.tsx',
      `export * from '../data/queries/library.ts';`,
      'scene may not import queries',
    ],
    ['src/hud/planted.tsx', `import * as THREE from 'three';`, 'hud may not import three'],
    ['src/hud/planted.tsx', `import { Mesh } from 'pixi.js';`, 'hud may not import pixi.js'],
    ['src/scene/planted.tsx', `import { Mesh } from 'pixi.js';`, 'scene may not import pixi.js'],
    ['src/scene/planted.tsx', `import './pixi/pixiMap.tsx';`, 'scene may not import scenePixi'],
    [
      'src/scene/pixi/planted.tsx',
      `import * as THREE from 'three';`,
      'scenePixi may not import three',
    ],
    ['src/scene/pixi/planted.tsx', `import '../sceneRoot.tsx';`, 'scenePixi may not import scene'],
    ['src/hud/planted.tsx', `import '../audio/engine/liveEngine.ts';`, 'hud may not import audio'],
    ['src/pages/planted.tsx', `import { Gain } from 'tone';`, 'pages may not import tone'],
    ['src/hud/planted.tsx', `import '../pages/App.tsx';`, 'hud may not import pages'],
    [
      'server/planted.ts',
      `import '../src/audio/engine/Engine.ts';`,
      'server may not import audioInterface',
    ],
    ['tools/planted.ts', `import 'three';`, 'tools may not import three'],
    [
      'src/dsp/planted.ts',
      `import '../../packages/starter-content/families/index.ts';`,
      'dsp may not import starterContent',
    ],
    ['src/dsp/planted.ts', `import Meyda from 'meyda';`, 'dsp may not import meyda'],
    [
      'src/audio/planted.ts',
      `new Worker(new URL('../hud/w.ts', import.meta.url))`,
      'audio may not import hud',
    ],
    ['src/embed/planted.ts', `import 'react';`, 'embed may not import react'],
    ['src/embed/planted.ts', `import '../data/stores/ui.ts';`, 'embed may not import stores'],
    ['src/embed/planted.ts', `import '../hud/system/Icon.tsx';`, 'embed may not import hud'],
    ['src/stray/planted.ts', `import 'zod';`, 'is in no part of the house'],
  ])('refuses a planted violation in %s: %s', (file, text, sentence) => {
    expect(violations(importsOf(file, text)).join()).toContain(sentence);
  });

  it('brings no package into the embed but the vocoder and the decoder, and those only once a loop needs them', () => {
    const bySource = Map.groupBy(inPages, ({ from }) => from);
    const reached = new Set(['src/embed/main.ts']);
    const packages = new Set<string>();
    for (const file of reached) {
      // Types leave no trace: only what stays in the built script counts.
      const text = readFileSync(join(root, file), 'utf8').replace(/^import type [^;]+;$/gm, '');
      const kept = new Set(importsOf(file, text).map(({ to }) => to));
      for (const { to, isPackage } of bySource.get(file) ?? []) {
        if (!kept.has(to)) continue;
        if (isPackage) packages.add(to);
        else if (/\.tsx?$/.test(to)) reached.add(to);
      }
    }
    expect(reached.size).toBeGreaterThan(20);
    expect([...packages].sort()).toEqual([
      'ogv/dist/ogv-decoder-audio-vorbis-wasm.js',
      'ogv/dist/ogv-decoder-audio-vorbis-wasm.wasm',
      'signalsmith-stretch',
    ]);
    // A worker fetches it with the first loop that is stretched or moved in pitch: no other weighs more.
    const lazy = (file: string) => readFileSync(join(root, file), 'utf8');
    expect(lazy('src/audio/workers/stretch/signalsmith.ts')).toContain(
      "await import('signalsmith-stretch')",
    );
    expect(bySource.get('src/audio/workers/stretch/signalsmith.ts')).toHaveLength(1);
    // A worker fetches it where the browser has no Ogg Vorbis.
    const bringers = inPages.filter(({ to }) => to.endsWith('/vorbis.ts'));
    expect(bringers.map(({ from }) => from)).toEqual(['src/audio/workers/play.worker.ts']);
    expect(lazy('src/audio/workers/play.worker.ts')).toContain("await import('./vorbis.ts')");
  });

  it('fetches wallets and what reads the chain only where something is traded', () => {
    const isWallet = (file: string) => file.startsWith('src/data/wallet/');
    const outside = inPages.filter(
      ({ from, to }) => !isWallet(from) && !isTestFile(from) && (isWallet(to) || /near/.test(to)),
    );
    expect(outside.length).toBeGreaterThan(2);
    expect(outside.filter(isLoadedAtOnce)).toEqual([]);
    // One of its packages makes functions out of text; it is left out of what is built.
    const built = readFileSync(join(root, 'vite.config.ts'), 'utf8');
    expect(built).toContain("find: 'is-my-json-valid'");
  });

  it('loads packages with play money only behind their ports, where no real money is set', () => {
    const into = judged.filter(
      ({ from, to }) =>
        from.startsWith('server/') &&
        to.startsWith('packages/') &&
        !/\/testing\/|\.test\.ts$/.test(from),
    );
    expect([...new Set(into.map(({ from }) => from))].sort()).toEqual(PLAY_MONEY_DOORS);
    expect(into.filter(isLoadedAtOnce)).toEqual([]);
  });

  it('makes missions of the arcade on the server alone, for they are made out of their answers', () => {
    const makers = inPages.filter(
      ({ from, to }) => to === 'src/data/rules/arcade/mission.ts' && !isTestFile(from),
    );
    expect(makers).toEqual([]);
  });

  it('begins every address where the server lies, which may be below a path of its host', () => {
    const inPages =
      /\b(?:href|src)="\/|\b(?:fetch|assign|open)\(\s*['"`]\/|location\.origin\}|\{ origin \} = (?:window\.)?location/;
    // In what an account takes along addresses begin at its server, wherever that lies.
    const isBeside = (file: string) =>
      isTestFile(file) || /\/(?:testing|styleguide|ownership\.ts$)/.test(file);
    const raw = (folder: string, pattern: RegExp) =>
      sourceFiles(root, folder).filter(
        (file) => !isBeside(file) && pattern.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(raw('src', inPages)).toEqual([]);
    expect(raw('server', /[`'"]\/media\/\$/)).toEqual([]);
  });

  it('keeps every file within 500 lines, but for tables, schemas and scenes', () => {
    const long = FOLDERS.flatMap((folder) => sourceFiles(root, folder))
      .filter((file) => !MAY_BE_LONG.test(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length] as const)
      .filter(([, lines]) => lines > MAX_LINES);
    expect(long).toEqual([]);
  });
});
