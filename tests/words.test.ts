import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from '../tools/house/imports.ts';

const root = join(import.meta.dirname, '..');

/** Most words of a decision: one page. */
const MAX_WORDS = 450;
const MAX_GLOSSARY_ROWS = 30;

/** Words without a clear meaning: say who is meant. */
const UNCLEAR = /\b(whoever|nobody|somebody)\b/gi;
const COMMENT = /^\s*(?:\/?\*|\/\/).*|\s\/\/ .*/;

/**
 * Most unclear words in the comments of each folder. Other folders may have none. Lower a number when a folder gets
 * better; never raise one.
 */
const MOST_UNCLEAR: Readonly<Record<string, number>> = {
  'server/migrations': 2,
};

/** Folder of the table above that a file is in, or the file's own folder. */
function folderOf(file: string): string {
  const parents = file.split('/').map((_, at, parts) => parts.slice(0, at).join('/'));
  return parents.toReversed().find((folder) => folder in MOST_UNCLEAR) ?? parents.at(-1)!;
}

/** Number of unclear words in the comments of a text. */
function unclearWords(text: string): number {
  const comments = text.split('\n').map((line) => COMMENT.exec(line)?.[0] ?? '');
  return comments.flatMap((comment) => comment.match(UNCLEAR) ?? []).length;
}

it('every decision is one page', () => {
  const folder = join(root, 'docs/decisions');
  const long = readdirSync(folder)
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
    .map(([name, text]) => [
      name,
      text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length,
    ])
    .filter(([, words]) => Number(words) > MAX_WORDS);
  expect(long).toEqual([]);
});

it('the glossary is short and names each word once', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const glossary = page.split('## ').find((part) => part.startsWith('Glossary')) ?? '';
  const words = [...glossary.matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, word]) => word);
  expect(words.length).toBeGreaterThan(20);
  expect(words.length).toBeLessThanOrEqual(MAX_GLOSSARY_ROWS);
  expect(new Set(words).size).toBe(words.length);
});

it('finds unclear words in comments alone', () => {
  expect(unclearWords('/** Whoever reads this. */\nconst nobody = 1; // somebody')).toBe(2);
  expect(unclearWords("const text = 'nobody';")).toBe(0);
});

it('comments say who is meant', () => {
  const found = new Map<string, number>();
  for (const top of ['src', 'server', 'tools', 'packages', 'bench', 'tests'])
    for (const file of sourceFiles(root, top)) {
      if (file === 'tests/words.test.ts') continue;
      const count = unclearWords(readFileSync(join(root, file), 'utf8'));
      if (count > 0) found.set(folderOf(file), (found.get(folderOf(file)) ?? 0) + count);
    }
  const worse = [...found].filter(([folder, count]) => count > (MOST_UNCLEAR[folder] ?? 0));
  expect(worse).toEqual([]);
});
