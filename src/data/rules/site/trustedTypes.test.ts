import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { knifeGlyph, rifffGlyph } from '../../../drawing/glyph.ts';
import { isHarmlessMarkup, isOwnScript } from './trustedTypes.ts';

describe('markup that pages write', () => {
  it('is drawings, and the box of a wave', () => {
    const ring = {
      slot: 0,
      category: 'drums',
      isOn: false,
      gain: 1,
      peaks: new Array(64).fill(0.5),
    };
    for (const isOn of [true, false]) {
      const glyph = rifffGlyph({ id: 'a', rings: [{ ...ring, isOn }] } as never, 64, {
        isUnsent: true,
      });
      expect(glyph).toContain('<path');
      expect(isHarmlessMarkup(glyph)).toBe(true);
    }
    expect(isHarmlessMarkup(knifeGlyph('bass', 20))).toBe(true);
    expect(isHarmlessMarkup('')).toBe(true);
    // What the library of waves writes into its shadow, read from the package itself.
    const source = readFileSync('node_modules/wavesurfer.js/dist/renderer.js', 'utf8');
    const [, template = ''] =
      /shadow\.innerHTML = `([^`]*<div[^`]*)`/.exec(
        source.replace(/\$\{[^}]*`[^`]*`[^}]*\}/g, ''),
      ) ?? [];
    expect(template).toContain('class="scroll"');
    expect(isHarmlessMarkup(template.replace(/\$\{[^}]*\}/g, '1'))).toBe(true);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload="alert(1)">',
    '<svg/onload=alert(1)>',
    '<g onclick="alert(1)"></g>',
    '<path style="background:url(x)"/>',
    '<svg><use href="data:image/svg+xml,x"/></svg>',
    '<svg><animate attributeName="href" values="javascript:alert(1)"/></svg>',
    '<svg><foreignObject><iframe srcdoc="x"></iframe></foreignObject></svg>',
    '<div class="a" onmouseover="x">',
    '<path d="a"\nonload="x">',
    '<base href="//evil.example">',
    '<',
  ])('is never %s', (markup) => expect(isHarmlessMarkup(markup)).toBe(false));
});

describe('scripts that pages load', () => {
  const page = 'https://rondo.example/jams/me';
  it.each([
    ['/assets/play.worker-abc.js', true],
    ['/worker.js', true],
    ['https://rondo.example/assets/a.js', true],
    ['blob:https://rondo.example/0f0f', true],
    ['https://evil.example/a.js', false],
    ['//evil.example/a.js', false],
    ['blob:https://evil.example/0f0f', false],
    ['data:text/javascript,alert(1)', false],
    ['javascript:alert(1)', false],
    // Files of people.
    ['/media/0f0f', false],
    ['/api/rifff-feed/query', false],
    ['/db/x', false],
  ])('%s: %s', (address, isOwn) => expect(isOwnScript(address, page)).toBe(isOwn));
});
