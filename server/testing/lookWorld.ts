import { beforeEach } from 'vitest';
import type { LookDocument } from '../../src/data/contract/looks.ts';
import type { SavedLook } from '../../src/data/contract/savedLooks.ts';
import { BUILT_IN_LOOKS } from '../../src/drawing/jam/builtInLooks.ts';
import type { TestAccount } from './accounts.ts';
import { type CallMethod, callsAs, dataOf } from './calls.ts';
import type { TestServer } from './testApp.ts';

/** A look that can be kept. */
export const lookNamed = (name: string): LookDocument => ({ ...BUILT_IN_LOOKS.rose, name });

/** What tests of looks need. Each test of the suite begins with no call counted. */
export function lookWorld(server: TestServer) {
  const send = callsAs(server);
  const ok = (method: CallMethod, url: string, who: TestAccount | null, body?: object) =>
    dataOf(send(method, url, who, body));
  beforeEach(async () => {
    await server.database.queries.deleteFrom('limits').execute();
  });
  return {
    send,
    ok,
    /** A public look, unless `parts` say otherwise. */
    make: async (who: TestAccount, parts: object = {}): Promise<SavedLook> => {
      const body = { document: lookNamed('Tide'), access: 'public', ...parts };
      return (await ok('POST', '/looks', who, body)).look;
    },
    see: async (who: TestAccount | null, id: string): Promise<SavedLook> =>
      (await ok('GET', `/looks/${id}`, who)).look,
    /** A room of the account, which anyone may read. */
    makeRoom: async (who: TestAccount, access = 'public'): Promise<string> =>
      (await ok('POST', '/jam', who, { name: 'Attic', access })).id,
    choose: (who: TestAccount | null, jamId: string, keys: readonly string[]) =>
      send('POST', `/jam/${jamId}/looks`, who, { keys }),
  };
}
