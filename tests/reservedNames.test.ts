import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isServerPath } from '../server/plugins/frontend.ts';
import { isReservedName } from '../src/data/contract/reservedNames.ts';

/** First segments of the routes of the pages, read from their table. */
function routeSegments(): string[] {
  const table = readFileSync(new URL('../src/pages/routes.tsx', import.meta.url), 'utf8');
  return [...table.matchAll(/path: '\/([A-Za-z0-9_-]+)/g)].flatMap(([, segment]) => segment ?? []);
}

describe('reserved names', () => {
  it('hold the first part of every address, unless that part is a parameter', () => {
    const segments = routeSegments();
    expect(segments).toContain('jam');
    expect(segments.filter((segment) => !isReservedName(segment))).toEqual([]);
  });

  it.each(['API', 'Media', 'us', 'gb', 'eu', 'band01234ABCDE', '__proto__', 'hasOwnProperty'])(
    'hold %s',
    (name) => expect(isReservedName(name)).toBe(true),
  );

  it.each(['ines', 'band', 'band0123', 'band0123456789a', 'jammer', 'europe'])(
    'leave %s to people',
    (name) => expect(isReservedName(name)).toBe(false),
  );

  it('hold whatever the server keeps for itself, in any case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{3,16}$/), (name) => {
        expect(isReservedName(name)).toBe(isReservedName(name.toUpperCase()));
        if (isServerPath(`/${name}`)) expect(isReservedName(name)).toBe(true);
      }),
    );
  });
});
