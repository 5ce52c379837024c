/**
 * `npm run bench:sign-in`: what it costs to check the answer of a passkey, beside the bare signature check of Node over the
 * same bytes, and what the whole call costs that signs in with it.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { decodeCredentialPublicKey, isoBase64URL } from '@simplewebauthn/server/helpers';
import { getRow } from '../../server/ports/database/rows.ts';
import { factorCallsOf, PASSKEY_URL } from '../../server/testing/factorCalls.ts';
import { startTestServer } from '../../server/testing/testApp.ts';
import { figure, line } from '../figure.ts';

/** Below what one address may sign in with passkeys in five minutes. */
const CALLS = 95;
const CHECKS = 2000;
const WARM_UP = 10;

const times = { library: [] as number[], bare: [] as number[], call: [] as number[] };
type Kind = keyof typeof times;

/** Times a piece of work, in milliseconds. */
async function timed<T>(kind: Kind, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  times[kind].push(performance.now() - start);
  return result;
}

function quantile(kind: Kind, share: number): number {
  const sorted = times[kind].slice(WARM_UP).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const server = await startTestServer({ environment: { PUBLIC_URL: PASSKEY_URL } });
try {
  const calls = factorCallsOf(server);
  const { key } = await calls.addPasskey(await calls.signedUp('Measured'));
  const row = await getRow(server.database.queries, 'passkeys', { userId: 'Measured' });
  const publicKey = isoBase64URL.toBuffer(row.publicKey);
  const cose = decodeCredentialPublicKey(publicKey) as unknown as Map<
    number,
    Uint8Array<ArrayBuffer>
  >;
  const [x = '', y = ''] = [-2, -3].map((at) => isoBase64URL.fromBuffer(cose.get(at)!));
  const bareKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const { host, origin } = new URL(PASSKEY_URL);

  for (let at = 0; at < CALLS; at++) {
    const response = await calls.loginResponse(key);
    const login = await timed('call', () => calls.post('/auth/passkey-login', { response }));
    if (login.status !== 200) throw new Error(JSON.stringify(login));
  }

  const { options } = (await calls.post('/auth/passkey-login/start')).data;
  for (let at = 0; at < CHECKS; at++) {
    const response = key.get(options);
    const { authenticatorData, clientDataJSON, signature } = response.response;
    const bytes = Buffer.concat([
      Buffer.from(authenticatorData, 'base64url'),
      createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest(),
    ]);
    const isSigned = await timed('bare', () =>
      verify('sha256', bytes, bareKey, Buffer.from(signature, 'base64url')),
    );
    const { verified } = await timed('library', () =>
      verifyAuthenticationResponse({
        response: response as never,
        expectedChallenge: options.challenge,
        expectedOrigin: origin,
        expectedRPID: host,
        requireUserVerification: true,
        credential: { id: row.id, publicKey, counter: 0 },
      }),
    );
    if (!isSigned || !verified) throw new Error('a passkey was not taken');
  }
  const shown = (kind: Kind) =>
    `p50 ${quantile(kind, 0.5).toFixed(2)}, p99 ${quantile(kind, 0.99).toFixed(2)} ms`;
  line('ES256 signature alone, node:crypto', shown('bare'));
  line('the answer of a passkey, library', shown('library'));
  line('the whole call, with what is stored', shown('call'));
  figure('passkeyCheck', quantile('library', 0.99));
} finally {
  await server.close();
}
