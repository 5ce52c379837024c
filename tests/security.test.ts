import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the page about security', () => {
  it('names a test that is there, or says why there is none', () => {
    expect(rows.length).toBeGreaterThan(80);
    for (const [, requirement, how, test] of rows) {
      expect(how, requirement).not.toBe('');
      if (test === '–') continue;
      const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(test ?? '') ?? [];
      expect(title, `${requirement}: ${test}`).not.toBe('');
      expect(readFileSync(join(ROOT, file), 'utf8'), `${requirement}: ${file}`).toContain(title);
    }
  });
});
