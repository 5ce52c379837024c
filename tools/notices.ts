/**
 * Writes THIRD_PARTY_NOTICES from the packages that Rondo ships: name, version, licence and licence text of
 * every package that the server runs on or that pages are built from, and of what those bring. `--check` only says whether
 * the file is up to date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesUsed } from './house/imports.ts';

interface PackageJson {
  name: string;
  version: string;
  license?: string | { type: string };
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const root = join(import.meta.dirname, '..');
const target = join(root, 'THIRD_PARTY_NOTICES');
const FORBIDDEN = /(^|[^L])GPL/;

function readPackage(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
}

/** Folder of package `name` as seen from `folder`: the nearest node_modules upwards. */
function resolvePackage(name: string, folder: string): string | undefined {
  for (let at = folder; at.startsWith(root); at = join(at, '..')) {
    const found = join(at, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
  }
  return undefined;
}

/** Packages that Rondo names itself and ships: those of its server, and of the others what a page is built from. */
function shipped(): string[] {
  const { dependencies = {}, devDependencies = {} } = readPackage(root);
  const inPages = packagesUsed(root, ['src']);
  return [
    ...Object.keys(dependencies),
    ...Object.keys(devDependencies).filter((name) => inPages.has(name)),
  ];
}

function collect(names: readonly string[], folder: string, seen: Map<string, string>): void {
  for (const name of names) {
    const found = resolvePackage(name, folder);
    if (!found || seen.has(found)) continue;
    seen.set(found, name);
    collect(Object.keys(readPackage(found).dependencies ?? {}), found, seen);
  }
}

/** Packages that carry code under further licences beside their own, with the files that say so. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  ogv: ['dist/COPYING-ogg.txt', 'dist/COPYING-vorbis.txt'],
};

function licenceText({ name, folder }: { name: string; folder: string }): string {
  const own = readdirSync(folder).find((file) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(file));
  const files = [...(own ? [own] : []), ...(INSIDE[name] ?? [])];
  return files
    .map((file) => readFileSync(join(folder, file), 'utf8').replace(/\r\n/g, '\n').trim())
    .join('\n\n');
}

function licenceName({ license }: PackageJson): string {
  return typeof license === 'string' ? license : (license?.type ?? 'unknown');
}

function render(): string {
  const seen = new Map<string, string>();
  collect(shipped(), root, seen);
  const entries = [...seen.keys()].map((folder) => ({ ...readPackage(folder), folder }));
  entries.sort((a, b) =>
    a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1,
  );
  for (const entry of entries) {
    if (FORBIDDEN.test(licenceName(entry))) {
      throw new Error(
        `${entry.name} ${entry.version} is under ${licenceName(entry)}, which Rondo does not ship`,
      );
    }
  }
  const unique = entries.filter(
    (entry, at) =>
      entry.name !== entries[at - 1]?.name || entry.version !== entries[at - 1]?.version,
  );
  const parts = unique.map((entry) =>
    `${entry.name} ${entry.version} (${licenceName(entry)})\n\n${licenceText(entry)}`.trim(),
  );
  const head = 'Rondo is made with these packages. Each stands under its own licence.';
  return `${[head, ...parts].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
}

const text = render();
if (!process.argv.includes('--check')) {
  writeFileSync(target, text);
  console.log(`THIRD_PARTY_NOTICES: ${text.split('\n').length} lines`);
} else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  console.error('THIRD_PARTY_NOTICES is out of date: run `npm run notices`.');
  process.exit(1);
}
