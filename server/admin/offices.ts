/** Commands about who runs the server. They need no administrator: who has the shell of the host is the host. */
import { writeAudit } from '../modules/audit/audit.ts';
import { LINK_MINUTES, makeSetupToken, setupUrl } from '../modules/setup/link.ts';
import { writeFor } from '../plugins/accountLock.ts';
import { endOffice, findRoles, giveOffice, type Office } from '../plugins/offices.ts';
import { accountOf, BY_COMMAND, originOf } from './accounts.ts';
import type { AdminCommand, AdminContext } from './command.ts';

const TITLES: Readonly<Record<Office, string>> = { admin: 'administrator', moderator: 'moderator' };

async function make(context: AdminContext, name: string, office: Office): Promise<string[]> {
  const { database, nowMs } = context;
  const { id: userId } = await accountOf(database.queries, name);
  await writeFor(database, userId, async (transaction) => {
    await giveOffice(transaction, userId, office, nowMs);
    const action = office === 'admin' ? 'make-admin' : 'make-moderator';
    await writeAudit(transaction, BY_COMMAND, { action, userId, reason: 'By the command line' });
  });
  return [`${userId} is ${TITLES[office]} now.`];
}

async function unmake({ database, settings }: AdminContext, name: string): Promise<string[]> {
  const { id: userId } = await accountOf(database.queries, name);
  const had = await writeFor(database, userId, async (transaction) => {
    const isEnded = await endOffice(transaction, userId);
    const deed = { action: 'end-office', userId, reason: 'By the command line' } as const;
    if (isEnded) await writeAudit(transaction, BY_COMMAND, deed);
    return isEnded;
  });
  const roles = await findRoles(database.queries, settings, userId);
  const named = [
    ...(roles.includes('admin') ? ['RONDO_ADMINS'] : []),
    ...(roles.includes('moderator') ? ['RONDO_MODERATORS'] : []),
  ];
  return [
    had ? `${userId} has no stored office any more.` : `${userId} had no stored office.`,
    ...named.map((setting) => `The setting ${setting} still names ${userId}: take the name out.`),
  ];
}

async function list({ database, settings }: AdminContext): Promise<string[]> {
  const { admins, moderators } = settings;
  const rows = await database.queries
    .selectFrom('offices')
    .innerJoin('accounts', 'accounts.id', 'offices.userId')
    .where('accounts.isDeleted', '=', false)
    .select(['offices.userId', 'offices.office', 'offices.created'])
    .orderBy('offices.created')
    .orderBy('offices.userId')
    .execute();
  const lines = rows.map(
    ({ userId, office, created }) =>
      `${userId}  ${TITLES[office]}  since ${new Date(created).toISOString().slice(0, 10)}`,
  );
  const bySettings = (names: ReadonlySet<string>, office: Office, setting: string) =>
    [...names].map(
      (name) => `${name}  ${TITLES[office]}  by ${setting}, if there is such an account`,
    );
  lines.push(
    ...bySettings(admins, 'admin', 'RONDO_ADMINS'),
    ...bySettings(moderators, 'moderator', 'RONDO_MODERATORS'),
  );
  return lines.length > 0 ? lines : ['No account has an office.'];
}

async function link({ database, settings, nowMs }: AdminContext): Promise<string[]> {
  const url = setupUrl(originOf(settings), await makeSetupToken(database, nowMs));
  return [
    `Open within ${LINK_MINUTES} minutes; it works once, and no older link works any more:`,
    url,
  ];
}

/** Who is administrator or moderator. */
export const OFFICE_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'link',
    usage: '  makes a link that makes one account administrator',
    run: async (context, args) => (args.length === 0 ? link(context) : undefined),
  },
  {
    name: 'make',
    usage: 'NAME [moderator]  makes an account administrator, or moderator',
    run: async (context, [name, office = 'admin', ...more]) =>
      name && more.length === 0 && (office === 'admin' || office === 'moderator')
        ? make(context, name, office)
        : undefined,
  },
  {
    name: 'unmake',
    usage: 'NAME  takes the stored office of an account back',
    run: async (context, [name, ...more]) =>
      name && more.length === 0 ? unmake(context, name) : undefined,
  },
  {
    name: 'list',
    usage: '  says who has an office',
    run: async (context, args) => (args.length === 0 ? list(context) : undefined),
  },
];
