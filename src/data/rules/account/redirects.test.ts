import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  entryPath,
  forgetPath,
  isEntryPage,
  loginPath,
  type PathMemory,
  pathAfterLogin,
  registerPath,
  rememberPath,
  safeRedirect,
} from './redirects.ts';

const ORIGIN = 'https://rondo.example';

function memory(): PathMemory {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

describe('a redirect inside this server', () => {
  test.each([
    '/',
    '/jam',
    '/jam?draft=1#rings',
    '/rifff/abc_DEF-1',
    '/account?tab=devices',
    '/search?q=a//b',
    '/remote-register?remoteToken=aaaaaaaaaaaaaaaa',
  ])('%s passes as it is', (path) => {
    expect(safeRedirect(path, ORIGIN)).toBe(path);
  });

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '/%2fevil.example',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/%252fevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/./%2f/evil.example',
    'https://evil.example',
    'https:/evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '',
    `/${'a'.repeat(3000)}`,
    null,
    undefined,
    7,
    ['/jam'],
  ])('%j does not pass', (path) => {
    expect(safeRedirect(path, ORIGIN)).toBeNull();
  });

  test('whatever passes stays on the origin, however it is read', () => {
    const piece = fc.constantFrom(
      ...['/', '\\', '//', '%2f', '%2F', '%5c', '%25', '..', '.', '\t', '\n', '\0', ' ', '@', ':'],
      ...['?', '#', 'evil.example', 'https:', 'javascript:', 'a', 'jam', '\u2044', '\uff0f'],
    );
    const hostile = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string(), fc.webUrl()), (path) => {
        const passed = safeRedirect(path, ORIGIN);
        if (passed === null) return;
        expect(passed.startsWith('/')).toBe(true);
        expect(passed.startsWith('//')).toBe(false);
        for (const reading of [passed, passed.replaceAll('\\', '/'), decodeOnce(passed)]) {
          expect(new URL(reading, ORIGIN).origin).toBe(ORIGIN);
        }
        // Judged again it is the same: nothing appears by being followed.
        expect(safeRedirect(passed, ORIGIN)).toBe(passed);
      }),
      { numRuns: 3000 },
    );
  });

  test('any path of ours passes unchanged', () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        const path = `/${segments.join('/')}`;
        expect(safeRedirect(path, ORIGIN)).toBe(path);
      }),
    );
  });
});

function decodeOnce(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

describe('after signing in', () => {
  test('the wanted page of the address comes first, then the remembered one, then home', () => {
    const tab = memory();
    expect(pathAfterLogin('', ORIGIN, tab)).toBe('/');
    rememberPath('/rifff/one?mix=1', tab);
    expect(pathAfterLogin('', ORIGIN, tab)).toBe('/rifff/one?mix=1');
    expect(pathAfterLogin('?success=%2Faccount%3Ftab%3Ddata', ORIGIN, tab)).toBe(
      '/account?tab=data',
    );
    forgetPath(tab);
    expect(pathAfterLogin('', ORIGIN, tab)).toBe('/');
  });

  test('a hostile wish or memory is passed over', () => {
    const tab = memory();
    tab.setItem('rondo/after-login', '//evil.example');
    expect(pathAfterLogin('?success=//evil.example', ORIGIN, tab)).toBe('/');
    rememberPath('/jam', tab);
    expect(pathAfterLogin('?success=https://evil.example', ORIGIN, tab)).toBe('/jam');
  });

  test('nobody is led back to signing in or out', () => {
    const tab = memory();
    for (const page of [
      ...['/login', '/logout', '/register?success=%2Fjam', '/accept-terms#x'],
      ...['/coming-soon', '/holding-page?redirectFrom=%2Fjam'],
    ]) {
      expect(isEntryPage(page)).toBe(true);
      rememberPath(page, tab);
      expect(pathAfterLogin(`?success=${encodeURIComponent(page)}`, ORIGIN, tab)).toBe('/');
    }
    expect(isEntryPage('/logins')).toBe(false);
  });

  test('the way there and back is the same path', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const full = safeRedirect(`${path}?${query}`, ORIGIN);
        fc.pre(full !== null && !isEntryPage(full));
        for (const page of [loginPath(full!), registerPath(full!)]) {
          expect(pathAfterLogin(new URL(page, ORIGIN).search, ORIGIN, memory())).toBe(full);
        }
      }),
    );
  });

  test('the secret of a link stays in the tab, and out of the address that the server is sent', () => {
    const tab = memory();
    for (const path of ['/setup#secret', '/Setup/?x=1#secret']) {
      rememberPath(path, tab);
      for (const page of [loginPath(path), registerPath(path)]) {
        expect(page).not.toContain('secret');
        expect(pathAfterLogin(new URL(page, ORIGIN).search, ORIGIN, tab)).toBe(path);
      }
    }
    expect(loginPath('/setup')).toBe('/login?success=%2Fsetup');
  });

  test('a tab without storage still finds its way', () => {
    const broken: PathMemory = {
      getItem: () => {
        throw new Error('refused');
      },
      setItem: () => {
        throw new Error('refused');
      },
      removeItem: () => {
        throw new Error('refused');
      },
    };
    rememberPath('/jam', broken);
    forgetPath(broken);
    expect(pathAfterLogin('?success=/jam', ORIGIN, broken)).toBe('/jam');
  });
});

test('a visitor is led to signing in, a guest of a room to signing up, and both come back', () => {
  expect(entryPath('/feed?sort=likes', false)).toBe('/login?success=%2Ffeed%3Fsort%3Dlikes');
  expect(entryPath('/feed?sort=likes', true)).toBe('/register?success=%2Ffeed%3Fsort%3Dlikes');
});
