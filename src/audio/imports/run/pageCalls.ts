/** The calls of an import from a page of Rondo, with the credential of this device. */
import { call } from '../../../data/client.ts';
import { IMPORT_CALLS } from '../../../data/contract/calls.ts';
import { sendForm } from '../../../data/sendForm.ts';
import type { ImportCalls } from './ImportCalls.ts';
import { importForm } from './importForm.ts';

export const pageCalls: ImportCalls = {
  async begin(body, signal) {
    return (await call(IMPORT_CALLS.beginImport, { body }, signal)).import;
  },
  async people(id, people, signal) {
    await call(
      IMPORT_CALLS.importPeople,
      { params: { id }, body: { people: [...people] } },
      signal,
    );
  },
  async missingLoops(id, ids, signal) {
    const input = { params: { id }, body: { ids: [...ids] } };
    return (await call(IMPORT_CALLS.missingLoops, input, signal)).missing;
  },
  async loop(id, sent, signal) {
    const options = signal ? { signal } : {};
    return sendForm(IMPORT_CALLS.importLoop, { params: { id } }, importForm(sent), options);
  },
  rifffs(id, rifffs, signal) {
    const input = { params: { id }, body: { rifffs: [...rifffs] } };
    return call(IMPORT_CALLS.importRifffs, input, signal);
  },
  messages(id, messages, signal) {
    const input = { params: { id }, body: { messages: [...messages] } };
    return call(IMPORT_CALLS.importMessages, input, signal);
  },
  async finish(id, signal) {
    return (await call(IMPORT_CALLS.finishImport, { params: { id } }, signal)).jam;
  },
};
