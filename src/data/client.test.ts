import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answers } from '../../tests/support/answers.ts';
import { call, onUnauthorisedAnswer } from './client.ts';
import { LIBRARY_CALLS } from './contract/calls.ts';
import { ApiError } from './contract/errors.ts';
import { storeCredential } from './credential.ts';

const realFetch = globalThis.fetch;
const { answer, credentials, seen } = answers();

beforeEach(() => {
  storeCredential(null);
  credentials.length = 0;
  seen.length = 0;
});

describe('calling the server', () => {
  it('gives the data of an answer and repeats list values in the query', async () => {
    answer({ body: { ok: true, data: { loops: [], total: 0 } } });
    const data = await call(LIBRARY_CALLS.libraryLoops, {
      query: { category: ['bass', 'fx'], limit: 5, search: '', pack: undefined },
    });
    expect(data).toEqual({ loops: [], total: 0 });
    expect(seen).toEqual(['GET /api/library/loops?category=bass&category=fx&limit=5']);
  });

  it('throws the status, code, message and data of a failed answer', async () => {
    const body = {
      ok: false,
      message: 'limit: must be 1 or more',
      error: { code: 'bad_request', message: '' },
    };
    answer({ status: 400, body });
    const error = await call(LIBRARY_CALLS.libraryLoops).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'bad_request',
      message: body.message,
      data: body,
    });
  });

  it('asks once more when the credential was replaced meanwhile, and tells of no other refusal', async () => {
    const refusals: string[] = [];
    onUnauthorisedAnswer((name) => refusals.push(name));
    storeCredential('old:one');
    answer(() => {
      storeCredential('new:one');
      return credentials.length > 1
        ? { body: { ok: true, data: { packs: [] } } }
        : { status: 401, body: { ok: false } };
    });
    await call(LIBRARY_CALLS.libraryPacks);
    expect(credentials).toEqual(['Bearer old:one', 'Bearer new:one']);
    expect(refusals).toEqual([]);

    answer({ status: 401, body: { ok: false } });
    await expect(call(LIBRARY_CALLS.libraryPacks)).rejects.toMatchObject({ status: 401 });
    expect(refusals).toEqual(['libraryPacks']);
  });

  it('throws for an answer that is no JSON, as proxies send', async () => {
    answer({ status: 503, body: '<html>' });
    await expect(call(LIBRARY_CALLS.libraryLoops)).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
    });
    // Such as the page of a network that wants a sign-in: our server said nothing.
    answer({ body: '<html>' });
    await expect(call(LIBRARY_CALLS.libraryLoops)).rejects.toMatchObject({ status: 0 });
  });

  it('throws status 0 when nobody answers, and passes on a cancellation', async () => {
    vi.stubGlobal('fetch', () => realFetch('http://127.0.0.1:1/'));
    await expect(call(LIBRARY_CALLS.libraryLoops)).rejects.toMatchObject({
      status: 0,
      code: 'unavailable',
    });
    const gone = AbortSignal.abort();
    vi.stubGlobal('fetch', (_path: string, init: RequestInit) =>
      realFetch('http://127.0.0.1:1/', init),
    );
    await expect(call(LIBRARY_CALLS.libraryLoops, {}, gone)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
