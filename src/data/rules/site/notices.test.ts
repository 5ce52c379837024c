import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { groupNotices, parseNotices, searchNotices } from './notices.ts';

const file = readFileSync(new URL('../../../../THIRD_PARTY_NOTICES', import.meta.url), 'utf8');
const packages = parseNotices(file);

describe('the third-party notices', () => {
  test('are read whole, with name, version, licence and text', () => {
    const rules = file.split('\n').filter((line) => /^-{72}$/.test(line)).length;
    expect(packages.length).toBe(rules);
    const react = packages.find(({ name }) => name === 'react');
    expect(react).toMatchObject({ licence: 'MIT', version: expect.stringMatching(/^\d+\.\d+/) });
    expect(react?.text).toContain('Permission is hereby granted');
  });

  test('are grouped by licence, the largest group first, and none is lost', () => {
    const groups = groupNotices(packages);
    expect(groups[0]?.licence).toBe('MIT');
    const sizes = groups.map((group) => group.packages.length);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(packages.length);
  });

  test('are searched by name and licence, all words, in any case', () => {
    expect(searchNotices(packages, '')).toHaveLength(packages.length);
    const found = searchNotices(packages, ' REACT mit ');
    expect(found.map(({ name }) => name)).toContain('react-dom');
    expect(found.every(({ licence }) => licence.includes('MIT'))).toBe(true);
    expect(searchNotices(packages, 'no such package')).toEqual([]);
  });

  test('keep the rest when one part is broken', () => {
    const rule = `\n\n${'-'.repeat(72)}\n\n`;
    const text = ['Head', 'a 1.0.0 (MIT)\r\n\r\nText', 'broken', 'b 2.0.0 (A AND B)'].join(rule);
    expect(parseNotices(text)).toEqual([
      { name: 'a', version: '1.0.0', licence: 'MIT', text: 'Text' },
      { name: 'b', version: '2.0.0', licence: 'A AND B', text: '' },
    ]);
  });
});
