import { TEST_ORIGIN, type TestServer } from './testApp.ts';

/** What a page of the till answered. */
export interface PageAnswer {
  readonly status: number;
  readonly text: string;
  /** Where it leads on; empty for a page that stays. */
  readonly to: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Opens and fills in the hosted pages of the till as a browser would. */
export function tillPagesOf(server: Pick<TestServer, 'app'>) {
  async function ask(
    method: 'GET' | 'POST',
    url: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const answer = await server.app.inject({
      method,
      url: url.replace(TEST_ORIGIN, ''),
      headers: {
        ...headers,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    const to = String(answer.headers.location ?? '');
    return { status: answer.statusCode, text: answer.body, to, headers: answer.headers };
  }
  return {
    open: (url: string) => ask('GET', url),
    /** Sends the form of a page. */
    send: (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
      ask('POST', url, form, headers),
  };
}
