/** The calls of an import to a server somewhere, as an account of it. */

import type { ImportCalls } from '../../src/audio/imports/run/ImportCalls.ts';
import { importForm } from '../../src/audio/imports/run/importForm.ts';
import { addressOf, readAnswer, unreachable } from '../../src/data/client.ts';
import { AUTH_CALLS, type CallTarget, IMPORT_CALLS } from '../../src/data/contract/calls.ts';
import { HTTP_TIMEOUT_MS } from '../../src/data/contract/constants.ts';

/** A loop may take so long on a slow line. */
const FORM_TIMEOUT_MS = 10 * HTTP_TIMEOUT_MS;

/** @throws Error with a sentence for people where it is no address */
export function serverUrl(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`${text} is no address of a server`);
  return url.origin;
}

type Params = Record<string, string>;

export class Server {
  private readonly origin: string;
  private credential: string | null = null;

  /** @param origin scheme and host */
  constructor(origin: string) {
    this.origin = origin;
  }

  private async send(
    target: CallTarget,
    params: Params,
    body: FormData | object,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const isForm = body instanceof FormData;
    const timeout = AbortSignal.timeout(isForm ? FORM_TIMEOUT_MS : HTTP_TIMEOUT_MS);
    const address = `${this.origin}${addressOf(target, params)}`;
    let response: Response;
    let answer: unknown = null;
    try {
      response = await fetch(address, {
        method: target.method,
        headers: {
          accept: 'application/json',
          ...(this.credential && { authorization: `Bearer ${this.credential}` }),
          ...(!isForm && { 'content-type': 'application/json' }),
        },
        body: isForm ? body : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const text = await response.text();
      if (/json/.test(response.headers.get('content-type') ?? '')) answer = JSON.parse(text);
    } catch (cause) {
      signal?.throwIfAborted();
      throw unreachable(cause);
    }
    const { status, statusText, headers } = response;
    const head = { status, statusText, retryAfter: headers.get('retry-after') };
    return readAnswer(target.name, head, answer);
  }

  /** @throws ApiError where name and password are not right, or the server cannot be reached */
  async signIn(username: string, password: string): Promise<void> {
    const login = await this.send(AUTH_CALLS.login, {}, { username, password });
    const pair = login as { token: string; password: string };
    this.credential = `${pair.token}:${pair.password}`;
  }

  /** Ends the session that `signIn` began; a server that is gone ends it by itself some time. */
  async signOut(): Promise<void> {
    if (this.credential === null) return;
    await this.send(AUTH_CALLS.logout, {}, {}).catch(() => undefined);
    this.credential = null;
  }

  /** The calls of an import. */
  get imports(): ImportCalls {
    const send = this.send.bind(this) as (...args: Parameters<Server['send']>) => Promise<never>;
    return {
      begin: async (body, signal) =>
        ((await send(IMPORT_CALLS.beginImport, {}, body, signal)) as { import: never }).import,
      people: (id, people, signal) => send(IMPORT_CALLS.importPeople, { id }, { people }, signal),
      missingLoops: async (id, ids, signal) => {
        const answer = await send(IMPORT_CALLS.missingLoops, { id }, { ids }, signal);
        return (answer as { missing: string[] }).missing;
      },
      loop: (id, sent, signal) => send(IMPORT_CALLS.importLoop, { id }, importForm(sent), signal),
      rifffs: (id, rifffs, signal) => send(IMPORT_CALLS.importRifffs, { id }, { rifffs }, signal),
      messages: (id, messages, signal) =>
        send(IMPORT_CALLS.importMessages, { id }, { messages }, signal),
      finish: async (id, signal) =>
        ((await send(IMPORT_CALLS.finishImport, { id }, {}, signal)) as { jam: never }).jam,
    };
  }
}
