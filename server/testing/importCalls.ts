import { readBundle } from '../../src/audio/imports/bundle/readBundle.ts';
import { tarFiles } from '../../src/audio/imports/files/tarEntries.ts';
import type { ImportCalls } from '../../src/audio/imports/run/ImportCalls.ts';
import { importForm } from '../../src/audio/imports/run/importForm.ts';
import { runImport } from '../../src/audio/imports/run/runImport.ts';
import { ApiError } from '../../src/data/contract/errors.ts';
import type { TestAccount } from './accounts.ts';
import type { TestServer } from './testApp.ts';

/** The calls of an import as an account makes them on a server of tests, without a network. */
export function importCallsOf(server: Pick<TestServer, 'app'>, who: TestAccount): ImportCalls {
  const send = async (url: string, payload: object | Buffer, contentType = 'application/json') => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/imports${url}`,
      payload,
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

/** The bundle of a jam as an account downloads it. @param goesTo their page elsewhere @throws ApiError */
export async function downloadBundle(
  server: Pick<TestServer, 'app'>,
  who: TestAccount | null,
  jamId: string,
  goesTo?: string,
): Promise<Blob> {
  const answer = await server.app.inject({
    url: `/api/jam/${jamId}/bundle`,
    ...(goesTo !== undefined && { query: { goesTo } }),
    headers: { ...who?.headers, 'accept-encoding': 'gzip, br' },
  });
  if (answer.statusCode === 200) return new Blob([new Uint8Array(answer.rawPayload)]);
  const { error, message } = answer.json();
  throw new ApiError(error.code, message);
}

/** Brings a bundle to a server as the page of imports does. */
export const bringBundle = (server: Pick<TestServer, 'app'>, who: TestAccount, bundle: Blob) =>
  runImport(readBundle(bundle), {
    calls: importCallsOf(server, who),
    makeSound: async (loop, sound) => ({ loop, ...sound }),
    wait: async () => {},
  });

/** Files of a bundle in their order, by their paths. */
export async function entriesOf(bundle: Blob): Promise<Map<string, Blob>> {
  const found = new Map<string, Blob>();
  for await (const { path, blob } of tarFiles(bundle)) found.set(path, blob);
  return found;
}

/** Documents of the entries of one kind. */
export async function linesOf(entries: ReadonlyMap<string, Blob>, kind: string) {
  // biome-ignore lint/suspicious/noExplicitAny: what stands in a bundle is what the test is about
  const documents: any[] = [];
  for (const [path, blob] of entries) {
    if (!path.startsWith(`${kind}.`)) continue;
    for (const line of (await blob.text()).split('\n')) if (line) documents.push(JSON.parse(line));
  }
  return documents;
}

/** Says everything that stands in a bundle to a server, as it stands there, and judges nothing. @returns its import */
export async function sayBundle(server: Pick<TestServer, 'app'>, who: TestAccount, bundle: Blob) {
  const calls = importCallsOf(server, who);
  const entries = await entriesOf(bundle);
  const head = JSON.parse(await entries.get('rondo.json')!.text());
  const { origin, jam } = head;
  const { id, jamId } = await calls.begin({ kind: 'rondo', origin, jam, head });
  const people = await linesOf(entries, 'people');
  if (people.length > 0) await calls.people(id, people);
  const loops = await linesOf(entries, 'loops');
  const ids = loops.map(({ _id }) => _id);
  const missing = new Set(ids.length > 0 ? await calls.missingLoops(id, ids) : []);
  const outcomes: string[] = [];
  for (const loop of loops.filter(({ _id }) => missing.has(_id))) {
    const [ogg, flac] = ['ogg', 'flac'].map((end) => entries.get(`audio/${loop._id}.${end}`));
    const file = ogg ?? flac;
    if (!file) continue;
    const sent = { loop, file, ...(ogg && flac && { master: flac }) };
    outcomes.push((await calls.loop(id, sent)).outcome);
  }
  const rifffs = await calls.rifffs(id, await linesOf(entries, 'rifffs'));
  const said = await linesOf(entries, 'messages');
  const messages = said.length > 0 ? await calls.messages(id, said) : { results: [] };
  const jamHere = await calls.finish(id);
  return { id, jamId, jam: jamHere, loops: outcomes, rifffs, messages };
}
