import { ApiError } from '../../../../src/data/contract/errors.ts';
import { sha256 } from '../../../plugins/identity.ts';
import type { Queries } from '../../../ports/database/database.ts';
import { findRow, insertOnce } from '../../../ports/database/rows.ts';
import type { AccountsContext } from '../context.ts';
import type { ProviderLines } from './lines.ts';
import { refusing } from './refusals.ts';

/** What makes a token one that ends sessions: OpenID Connect Back-Channel Logout 1.0, section 2.4. */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A token is remembered for longer than one is taken. */
const TOKEN_KEPT_MS = 3_600_000;
const MOST_LETTERS = 255;

const wrong = () => new ApiError('bad_request', 'The logout token is wrong, too old or was used');

/** Whose sessions end. */
interface Ended {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MOST_LETTERS;

/** What of the claims of section 2.6 the signature does not say. Throws `bad_request`. */
function readClaims(claims: Readonly<Record<string, unknown>>): Ended & { readonly jti: string } {
  const { iss, sub, sid, jti, events } = claims;
  const event = Object.entries(events ?? {}).find(([name]) => name === EVENT)?.[1];
  const isEvent = typeof event === 'object' && event !== null;
  const areTexts = [sub, sid].every((one) => one === undefined || isText(one));
  const names = isText(sub) || isText(sid);
  if (!isEvent || !areTexts || !names || !isText(iss) || !isText(jti)) throw wrong();
  // An ID token has one, and ends nothing.
  if (Object.hasOwn(claims, 'nonce')) throw wrong();
  return { issuer: iss, subject: sub as Ended['subject'], sid: sid as Ended['sid'], jti };
}

/** Ends what came by these accounts elsewhere. @returns whose sessions ended */
async function endSessions(
  queries: Queries,
  { issuer, subject, sid }: Ended,
): Promise<readonly string[]> {
  let links = queries.selectFrom('providerLinks').select('id').where('issuer', '=', issuer);
  if (subject !== undefined) links = links.where('subject', '=', subject);
  let sessions = queries.deleteFrom('sessions').where('linkId', 'in', links);
  if (sid !== undefined) {
    sessions = sessions.where((where) =>
      // A provider that named none when the session began means all of the person.
      subject === undefined
        ? where('providerSid', '=', sid)
        : where.or([where('providerSid', '=', sid), where('providerSid', 'is', null)]),
    );
  }
  const rows = await sessions.returning('userId').execute();
  return [...new Set(rows.map(({ userId }) => userId))];
}

/** Being signed out there, and here from there. */
export function logoutService(context: AccountsContext, lines: ProviderLines) {
  const { database, announcer, log } = context;

  return {
    /** Where the page goes after a session that came by this link ended; undefined for nowhere, or while there is no answer. */
    async endSessionAddress(linkId: string): Promise<string | undefined> {
      const link = await findRow(database.queries, 'providerLinks', { id: linkId }, ['provider']);
      const line = link && lines.get(link.provider);
      if (!line?.provider.endSession) return undefined;
      const asking = refusing(log, line.provider.id, () => line.endSessionAddress());
      return (await asking.catch(() => null)) ?? undefined;
    },

    /**
     * A provider ends sessions by a token that it signed; each counts once.
     * @param form as it came
     * @throws ApiError `bad_request` for a token that is not good, `not_found` for a provider that is not in the settings
     */
    async receive(id: string, form: string): Promise<void> {
      const line = lines.get(id);
      if (!line) throw new ApiError('not_found', 'There is no such provider');
      const token = new URLSearchParams(form).get('logout_token');
      if (token === null) throw wrong();
      const claims = await refusing(log, id, () => line.readLogoutToken(token));
      const { jti, ...ended } = readClaims(claims);
      const userIds = await database.transaction(async (transaction) => {
        const row = { key: sha256(`${id} ${jti}`), expires: Date.now() + TOKEN_KEPT_MS };
        if ((await insertOnce(transaction, 'logoutTokens', row)) === 0) throw wrong();
        return endSessions(transaction, ended);
      });
      for (const userId of userIds) announcer.recheck(userId);
    },
  };
}

export type LogoutService = ReturnType<typeof logoutService>;
