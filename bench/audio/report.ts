/** `npm run bench:audio -- --report`: runs every measurement of sound and writes what they print as one page. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const PAGE = join(HERE, '../../docs/audio-report.md');
const TITLES: Readonly<Record<string, string>> = {
  'main.ts': 'The engine',
  'takes.ts': 'Recording',
  'export.ts': 'Export',
  'video.ts': 'Video',
  'imports.ts': 'Bringing sound in',
};

/** What a measurement prints. @throws Error when it fails: a page of some figures would look whole */
function printed(script: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(HERE, script)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      process.stdout.write(bytes);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(`${script} ended with ${code}`));
    });
  });
}

/** A printed line as a row of a table; null for what is no figure. */
function rowOf(line: string): string | null {
  const isBeside = line.startsWith('  ');
  const [name, figure, ...rest] = line.trim().split(/ {2,}/);
  if (!name || !figure) return null;
  const verdict = ['hit', 'MISSED'].find((word) => rest.at(-1) === word) ?? '';
  const bar = rest.filter((word) => word !== verdict).join(' ');
  const text = isBeside ? `– ${name}` : name;
  return `| ${text} | ${figure} | ${bar} | ${verdict} |`;
}

async function section(script: string): Promise<string> {
  const rows = (await printed(script)).split('\n').map(rowOf);
  const table = ['| what | figure | bar | |', '| --- | ---: | --- | --- |', ...rows];
  return `## ${TITLES[script] ?? script}\n\n${table.filter((row) => row !== null).join('\n')}\n`;
}

/** Measures one part again and puts it in the place of the old one. @throws Error when the page has no such part */
export async function renewSection(script: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const parts = page.split(/^(?=## )/m);
  const at = parts.findIndex((part) => part.startsWith(`## ${TITLES[script]}\n`));
  if (at < 0) throw new Error(`The page has no part of ${script}`);
  const isLast = at === parts.length - 1;
  parts[at] = `${await section(script)}${isLast ? '' : '\n'}`;
  await writeFile(PAGE, parts.join(''));
}

/** Measures everything, one after the other, and writes the page. */
export async function writeReport(): Promise<void> {
  const others = readdirSync(HERE).filter((file) => file.endsWith('.ts'));
  // Full videos drawn without a GPU take longer than all the rest: only `--report --long` measures them.
  const isLong = process.argv.includes('--long');
  const left = ['main.ts', 'report.ts', 'benchPage.ts', ...(isLong ? [] : ['video.ts'])];
  const scripts = ['main.ts', ...others.filter((file) => !left.includes(file))];
  const sections: string[] = [];
  for (const script of scripts) sections.push(await section(script));
  const [cpu] = cpus();
  const head = [
    '# Measured sound',
    '',
    'Written by `npm run bench:audio -- --report`, a part alone by `--renew=takes.ts`; no figure was typed. Lines that',
    'begin with a dash stand beside the one above: another way of doing the same, or a part of it.',
    '',
    `Chromium on ${cpus().length} × ${cpu?.model.trim() || process.arch}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
  ];
  await writeFile(PAGE, `${head.join('\n')}\n${sections.join('\n')}`);
  console.log(`Written to ${PAGE}`);
}
