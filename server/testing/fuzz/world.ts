import { newId } from '../../../src/data/rules/ids.ts';
import { BUILT_IN_LOOKS } from '../../../src/drawing/jam/builtInLooks.ts';
import { hashPassword } from '../../modules/auth/passwords.ts';
import { sha256 } from '../../plugins/identity.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { TEST_PASSWORD } from '../calls.ts';
import { HOSTILE_CLIENT, type HostileProvider, startHostileProvider } from '../hostileProvider.ts';
import { postable } from '../rifffs.ts';
import { fixtureLoopId } from '../starterFixture.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testApp.ts';

/** Who calls. The first role has no session. */
export const ROLES = ['nobody', 'ana', 'ben', 'judge'] as const;
export type Role = (typeof ROLES)[number];
export type Member = Exclude<Role, 'nobody'>;

/** In everything that only the owner of the vault may read. */
export const SECRET = 'canary-4d1f0c';
/** In the titles of the vault's private shares, which moderators may come to see as well. */
export const SECRET_TITLE = 'canary-title-77ab';
export const VAULT = 'vault_';

/** A server with people on it, some rifffs kept, shared and private, and what later calls need to succeed. */
export interface World {
  readonly server: TestServer;
  /** Where people have an account elsewhere; it answers well. */
  readonly provider: HostileProvider;
  /** Texts that name what is there: people, jams, rifffs, shares, loops, tokens. */
  readonly known: readonly string[];
  /** Keys of the server that no answer and no log may contain. */
  readonly keys: readonly string[];
  /** Everything that the server has logged so far, traces too. */
  logged(): string;
  readonly vault: { readonly rifffId: string; readonly sharedId: string; readonly shareId: string };
  account(role: Member): TestAccount;
  headers(role: Role): Record<string, string>;
  /** Signs a member in again, with a new account where theirs was deleted. */
  renew(role: Member): Promise<void>;
  /** Calls that must succeed, as preparation. */
  call(role: Member, url: string, body: object): Promise<Record<string, unknown>>;
}

const shareBody = (jamId: string, rifffId: string, parts: object = {}) => ({
  jamId,
  rifffId,
  shareId: newId(),
  title: 'Ninth bus',
  ...parts,
});

async function fillVault(world: Pick<World, 'server'>, vault: TestAccount) {
  const send = async (url: string, payload: object) => {
    const { headers } = vault;
    const answer = await world.server.app.inject({ method: 'POST', url, headers, payload });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json().data;
  };
  const loops = [2, 4];
  const hidden = { note: SECRET, userName: VAULT };
  const at = `/api/jam/${VAULT}/rifffs`;
  const { id: rifffId } = await send(at, { rifff: postable(loops, hidden) });
  const { id: sharedId } = await send(at, { rifff: postable(loops, hidden) });
  const body = shareBody(VAULT, sharedId, { title: SECRET_TITLE, private: true });
  await send('/api/rifff-feed/share', body);
  // The first playlist is public: any reader may see that it has an item. Only the owner may read the second.
  const list = async (name: string, access: string) => {
    const { playlist } = await send('/api/playlists', { name, access });
    await send(`/api/playlists/${playlist.id}/items`, { jamId: VAULT, itemId: rifffId });
    return playlist.id as string;
  };
  const playlists = [await list('Ninth bus', 'public'), await list(SECRET, 'private')];
  const look = async (name: string, access: string) => {
    const document = { ...BUILT_IN_LOOKS.print, name };
    return (await send('/api/looks', { document, access })).look.id as string;
  };
  const looks = [await look('Ninth bus', 'public'), await look(SECRET, 'private')];
  const { class: school, cards } = await send('/api/classes', { name: SECRET, names: ['Ada'] });
  const ofClass: string[] = [school.id, school.clubId, cards[0].userId];
  await world.server.database.queries
    .updateTable('accounts')
    .set({ email: `${SECRET}@rondo.test`, emailFolded: `${SECRET}@rondo.test` })
    .where('id', '=', VAULT)
    .execute();
  const ids = { rifffId: rifffId as string, sharedId: sharedId as string, shareId: body.shareId };
  return { ...ids, playlists, looks, ofClass };
}

/** Planted in the settings. */
const PLANTED = {
  METRICS_TOKEN: 'planted-e41c7a90b2d35f68',
  VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
};
const CLIENT_SECRET = 'planted-91c4e07a';

/** Those that were planted, and those that the server made for its own chain and till. */
async function keysOf({ database, payments }: TestServer): Promise<string[]> {
  const minterKey = await database.queries
    .selectFrom('chainFacts')
    .select('value')
    .where('name', '=', 'minterKey')
    .executeTakeFirstOrThrow();
  const made = [minterKey.value.replace('ed25519:', ''), payments.webhookSecret, CLIENT_SECRET];
  return [...Object.values(PLANTED), ...made];
}

const MODERATORS = Array.from({ length: 40 }, (_, at) => `judge${at}`).join();

/** Where the server of the world is reached. */
export const WORLD_URL = 'http://localhost:4000';

/** Makes the world; close its server. */
export async function makeWorld(options: TestServerOptions = {}): Promise<World> {
  const provider = await startHostileProvider();
  const clientId = HOSTILE_CLIENT;
  const { issuer } = provider;
  const entry = { id: 'test', name: 'Test', issuer, clientId, clientSecret: CLIENT_SECRET };
  const environment = {
    OIDC_PROVIDERS: JSON.stringify([entry]),
    RATE_LIMIT: '1000000',
    RONDO_MODERATORS: MODERATORS,
    RONDO_ADMINS: MODERATORS,
    RONDO_TEACHERS: '*',
    CONFIRM_EMAIL: 'on',
    PUBLIC_URL: WORLD_URL,
    // Nowhere: what a request says is no folder of this machine.
    BACKUP_FOLDER: '/dev/null/backups',
    ...PLANTED,
  };
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const started = await startTestServer({
    ...options,
    environment,
    logger: { level: 'trace', stream },
  });
  const close = async () => {
    await started.close();
    await provider.close();
  };
  const server = { ...started, close };
  const { queries } = server.database;
  const passwordHash = await hashPassword(TEST_PASSWORD);
  const accounts = new Map<Member, TestAccount>();
  let made = 0;

  async function makeMember(role: Member): Promise<void> {
    const account = await makeAccount(server.database, `${role}${made}`);
    made += 1;
    accounts.set(role, account);
    await queries
      .updateTable('accounts')
      .set({ passwordHash })
      .where('id', '=', account.userId)
      .execute();
  }

  async function renew(role: Member): Promise<void> {
    const { userId, headers } = account(role);
    const row = await queries
      .selectFrom('accounts')
      .select('isDeleted')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    if (row.isDeleted) return makeMember(role);
    const [token = '', password = ''] = headers.authorization.replace('Bearer ', '').split(':');
    const [tokenHash, now] = [sha256(token), Date.now()];
    await queries.updateTable('accounts').set({ passwordHash }).where('id', '=', userId).execute();
    await queries.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
    await queries
      .insertInto('sessions')
      .values({
        tokenHash,
        passwordHash: sha256(password),
        id: newId(),
        userId,
        created: now,
        expires: now + 3_600_000,
        lastUsed: now,
        device: 'test',
        proven: now,
      })
      .execute();
  }

  const account = (role: Member) => accounts.get(role)!;
  const headers = (role: Role) => (role === 'nobody' ? {} : { ...account(role).headers });
  async function call(role: Member, url: string, payload: object) {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers: headers(role),
      payload,
    });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    return answer.json().data as Record<string, unknown>;
  }

  for (const role of ['ana', 'ben', 'judge'] as const) await makeMember(role);
  const vault = await fillVault({ server }, await makeAccount(server.database, VAULT));
  const longIds = await queries.selectFrom('jams').select('longId').execute();
  const people = [...accounts.values()].map(({ userId }) => userId);
  const known = [
    ...people,
    ...people.map((name) => `${name}@rondo.test`),
    ...longIds.map(({ longId }) => longId),
    // Not the id of its private share: a person who has this id, as a link, may read the share.
    vault.rifffId,
    vault.sharedId,
    ...vault.playlists,
    ...vault.looks,
    ...vault.ofClass,
    VAULT,
    fixtureLoopId(1),
    fixtureLoopId(7),
    TEST_PASSWORD,
    'Drums',
    'tide',
    'latest',
    '0',
    '1',
    '20',
    String(Date.now()),
    'https://example.org/a',
    'none',
  ];
  const keys = await keysOf(server);
  return {
    server,
    provider,
    known,
    keys,
    logged: () => lines.join(''),
    vault,
    account,
    headers,
    renew,
    call,
  };
}

/** A rifff committed by the member just now, who may share it; returns its id. */
export async function freshRifff(world: World, role: Member): Promise<string> {
  const { userId } = world.account(role);
  await world.server.database.queries
    .updateTable('accounts')
    .set({ awaitsConfirmation: false })
    .where('id', '=', userId)
    .execute();
  const { id } = await world.call(role, `/jam/${userId}/rifffs`, { rifff: postable([1, 3]) });
  return id as string;
}

/** A public share by the member just now; returns its id. */
export async function freshShare(world: World, role: Member): Promise<string> {
  const rifffId = await freshRifff(world, role);
  const body = shareBody(world.account(role).userId, rifffId);
  await world.call(role, '/rifff-feed/share', body);
  return body.shareId;
}
