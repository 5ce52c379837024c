/** What running an import asks of a server; in the browser and on the command line they travel another way. */

import type {
  BeginImport,
  Import,
  ImportedMessage,
  ImportedPerson,
  ImportResults,
} from '../../../data/contract/imports.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';

/** Each may be made again after an answer that was lost. All throw `ApiError`, or the reason of the signal. */
export interface ImportCalls {
  begin(body: BeginImport, signal?: AbortSignal): Promise<Import>;
  people(id: string, people: readonly ImportedPerson[], signal?: AbortSignal): Promise<void>;
  /** Ids of those that the server has not got. */
  missingLoops(id: string, ids: readonly string[], signal?: AbortSignal): Promise<string[]>;
  loop(
    id: string,
    sent: { readonly loop: Loop; readonly file: Blob; readonly master?: Blob },
    signal?: AbortSignal,
  ): Promise<{ readonly id: string; readonly outcome: 'stored' | 'same' | 'renamed' }>;
  rifffs(id: string, rifffs: readonly Rifff[], signal?: AbortSignal): Promise<ImportResults>;
  messages(
    id: string,
    messages: readonly ImportedMessage[],
    signal?: AbortSignal,
  ): Promise<ImportResults>;
  finish(id: string, signal?: AbortSignal): Promise<Jam>;
}
