import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  COMING_SOON_MARK,
  FIRST_RIFFF_ID,
  HIDDEN_PASSWORDS_MARK,
} from '../../../src/data/contract/constants.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';

describe('the site calls', () => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const get = async (path: string, environment: Record<string, string> = {}) => {
    server ??= await startTestServer({ environment });
    const answer = await server.app.inject(path);
    return { status: answer.statusCode, body: answer.json() };
  };

  it('say so when the operator decided nothing', async () => {
    const { status, body } = await get('/api/site');
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      data: {
        serverName: 'Rondo',
        operatorName: '',
        operatorContact: '',
        isDemo: true,
        isComingSoon: false,
        signUps: 'open',
        adminUrl: '',
        links: {
          studio: null,
          community: null,
          instagram: null,
          facebook: null,
          x: null,
          youtube: null,
          twitch: null,
          discord: null,
        },
        communityUrl: '',
        hasMarket: true,
        hasPlans: true,
        hasBand: true,
        hasLookPictures: false,
        hasClasses: false,
        passkeyHost: null,
        providers: [],
        hidesPasswords: false,
        mode: 'open',
        announcements: [],
        socials: {},
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      },
    });
    expect((await get('/api/v1/builds/latest/desktop')).body.data).toEqual({ builds: [] });
    const build = await get('/api/v1/builds/download/macOS?json');
    expect([build.status, build.body.error.code]).toEqual([404, 'not_found']);
  });

  it('tell what the operator decided, and nothing else of the settings', async () => {
    const environment = {
      OPERATOR_NAME: 'Hill Street Sound',
      OPERATOR_CONTACT: 'post@example.org',
      RONDO_TEACHERS: 'grace',
      RONDO_STUDIO_URL: 'https://studio.example.org/about',
      RONDO_COMMUNITY_URL: 'https://chat.example.org',
      RONDO_SOCIAL_DISCORD: 'https://chat.example.org/d',
      COMING_SOON: 'on',
      RONDO_DEMO: 'off',
      METRICS_TOKEN: 'a-very-secret-token',
      DOWNLOAD_MACOS_URL: 'https://files.example.org/rondo.dmg',
      DOWNLOAD_VERSION: '1.2.0',
    };
    const { body } = await get('/api/site', environment);
    expect(body.data).toMatchObject({
      operatorName: 'Hill Street Sound',
      hasClasses: true,
      links: {
        studio: 'https://studio.example.org/about',
        community: 'https://chat.example.org/',
        discord: 'https://chat.example.org/d',
        x: null,
      },
      communityUrl: 'https://chat.example.org/',
      socials: { discord: 'https://chat.example.org/d' },
      isComingSoon: true,
      isDemo: false,
    });
    expect(JSON.stringify(body)).not.toContain('secret');
    const url = 'https://files.example.org/rondo.dmg';
    expect((await get('/api/v1/builds/download/macOS?json')).body).toEqual({
      ok: true,
      url,
      data: { url },
    });
    expect((await get('/api/v1/builds/latest/desktop')).body.data).toEqual({
      builds: [{ platform: 'macOS', version: '1.2.0', url }],
    });
  });
});

const PAGE = '<!doctype html><html><head><title>Rondo</title></head><body></body></html>';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server with pages, and what it answers. */
async function pages(environment: Record<string, string>) {
  const folder = await temporaryFolder();
  closers.push(() => folder.remove());
  await mkdir(join(folder.path, 'assets'));
  for (const name of ['index.html', 'embed.html']) await writeFile(join(folder.path, name), PAGE);
  const server = await startTestServer({ environment, frontend: { folder: folder.path } });
  closers.push(() => server.close());
  return (path: string) => server.app.inject({ url: path, headers: { accept: 'text/html' } });
}

it('every page says that the service has not opened yet, the embed does not', async () => {
  const get = await pages({ COMING_SOON: 'on' });
  for (const path of ['/', '/?from=mail', '/gb', '/jam', '/rifff/nothing', '/coming-soon']) {
    const answer = await get(path);
    expect([path, answer.statusCode]).toEqual([path, 200]);
    expect(answer.body).toContain(`<meta name="${COMING_SOON_MARK}" content="yes" />`);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).not.toContain(FIRST_RIFFF_ID);
  }
  expect((await get('/embed/nothing')).body).not.toContain(COMING_SOON_MARK);
});

it('the page of signing in comes without a form where passwords are hidden', async () => {
  const provider = { id: 'a', name: 'A', issuer: 'https://id.example', clientId: 'a' };
  const get = await pages({
    PUBLIC_URL: 'https://rondo.example',
    HIDE_PASSWORDS: 'on',
    OIDC_PROVIDERS: JSON.stringify([{ ...provider, clientSecret: 'planted' }]),
  });
  for (const path of ['/login', '/login/', '/login?with=password']) {
    expect((await get(path)).body).toContain(`<meta name="${HIDDEN_PASSWORDS_MARK}"`);
  }
  expect((await get('/jam')).body).toBe(PAGE);
});

it('a service that is open says nothing of it', async () => {
  const get = await pages({});
  expect((await get('/')).body).not.toContain(COMING_SOON_MARK);
  expect((await get('/jam')).body).toBe(PAGE);
});
