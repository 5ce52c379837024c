import { ApiError } from '../../src/data/contract/errors.ts';
import { readBundle } from '../../src/data/imports/bundle/readBundle.ts';
import type { ImportCalls } from '../../src/data/imports/run/ImportCalls.ts';
import { importForm } from '../../src/data/imports/run/importForm.ts';
import { runImport } from '../../src/data/imports/run/runImport.ts';
import type { TestAccount } from './accounts.ts';
import type { TestServer } from './testApp.ts';

/** The calls of an import as an account makes them on a server of tests, without a network. */
export function importCallsOf(server: Pick<TestServer, 'app'>, who: TestAccount): ImportCalls {
  const send = async (url: string, payload: object | Buffer, contentType = 'application/json') => {
    const answer = await server.app.inject({
      ...{ method: 'POST', url: `/api/imports${url}`, payload },
      headers: { ...who.headers, 'content-type': contentType },
    });
    const body = answer.json();
    if (answer.statusCode === 200) return body.data;
    throw new ApiError(body.error.code, body.message);
  };
  return {
    begin: async (body) => (await send('', body)).import,
    people: async (id, people) => send(`/${id}/people`, { people }),
    missingLoops: async (id, ids) => (await send(`/${id}/loops/missing`, { ids })).missing,
    async loop(id, sent) {
      const form = new Response(importForm(sent));
      const payload = Buffer.from(await form.arrayBuffer());
      return send(`/${id}/loops`, payload, form.headers.get('content-type')!);
    },
    rifffs: (id, rifffs) => send(`/${id}/rifffs`, { rifffs }),
    messages: (id, messages) => send(`/${id}/messages`, { messages }),
    finish: async (id) => (await send(`/${id}/finish`, {})).jam,
  };
}

/** The bundle of a jam as an account downloads it. @throws ApiError */
export async function downloadBundle(
  server: Pick<TestServer, 'app'>,
  who: TestAccount | null,
  jamId: string,
): Promise<Blob> {
  const answer = await server.app.inject({
    url: `/api/jam/${jamId}/bundle`,
    headers: { ...who?.headers, 'accept-encoding': 'gzip, br' },
  });
  if (answer.statusCode === 200) return new Blob([new Uint8Array(answer.rawPayload)]);
  const { error, message } = answer.json();
  throw new ApiError(error.code, message);
}

/** Brings a bundle to a server as an account of it. @param self who of its people the account is */
export const bringBundle = (
  server: Pick<TestServer, 'app'>,
  who: TestAccount,
  bundle: Blob,
  self: string | null = null,
) =>
  runImport(readBundle(bundle), {
    calls: importCallsOf(server, who),
    makeSound: async (loop, sound) => ({ loop, ...sound }),
    self,
  });

/** The documents of a bundle by the entries that they stand in; files of sound by their bytes. */
export async function openBundle(bundle: Blob): Promise<Record<string, string>> {
  const { tarFiles } = await import('../../src/data/imports/files/tarEntries.ts');
  const found: Record<string, string> = {};
  for await (const { path, blob } of tarFiles(bundle)) {
    found[path] = Buffer.from(await blob.arrayBuffer()).toString(
      path.startsWith('audio/') ? 'base64' : 'utf8',
    );
  }
  return found;
}
