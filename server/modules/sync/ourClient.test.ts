import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { readStoredCredential, storeCredential } from '../../../src/data/credential.ts';
import { REMOTE_CALLS } from '../../../src/data/sync/people.ts';
import { describeOnce } from '../../testing/databases.ts';
import { startSyncWorld } from '../../testing/syncWorld.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describeOnce('people of documents of devices', (open) => {
  it('sign up, sign in and are renamed by our own client, which goes on after a change of password', async () => {
    const world = await startSyncWorld(open);
    vi.stubGlobal('location', { origin: world.origin });
    const { signUp, logIn, changeUsername, changePassword } = REMOTE_CALLS;
    const ida = {
      name: 'ida',
      password: 'Correct horse',
      metadata: { email: 'ida@mail.example' },
    };
    await signUp(ida);
    const { token, password } = await logIn('ida', 'Correct horse');
    storeCredential(`${token}:${password}`);
    const wrong = changePassword('ida', 'Better horse 2', 'Wrong horse');
    await expect(wrong).rejects.toBeInstanceOf(ApiError);
    const changed = await changePassword('ida', 'Better horse 2', 'Correct horse');
    expect(readStoredCredential()).toBe(`${changed.token}:${changed.password}`);
    await changeUsername('ida', 'Ida the Great');
    expect(await logIn('ida', 'Better horse 2')).toHaveProperty('displayName', 'Ida the Great');
    await world.server.close();
  });
});
