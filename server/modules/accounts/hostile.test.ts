import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { ACCOUNT_ENDPOINTS } from '../../../src/data/contract/endpoints/accounts.ts';
import { AUTH_ENDPOINTS } from '../../../src/data/contract/endpoints/auth.ts';
import {
  type Endpoint,
  ErrorAnswerSchema,
  endpointUrl,
} from '../../../src/data/contract/endpoints.ts';
import { callsOf, credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeOnce } from '../../testing/databases.ts';
import { useTestServer } from '../../testing/testApp.ts';

const FIELDS = [
  'username',
  'email',
  'password',
  'confirmPassword',
  'currentPassword',
  'newPassword',
  'token',
  'remoteToken',
  'secret',
  'verificationToken',
  'approve',
  'device',
  'settings',
  'termsVersionAccepted',
  'productUpdates',
  'bio',
  'displayName',
  'externalLinks',
  'website',
  'userIds',
  'access',
  'license',
  'client',
  'referralId',
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    `a${String.fromCharCode(0)}@b.c`,
    '\ud800@mail.example',
    'x@y.z',
    'Ines',
    '__proto__',
    TEST_PASSWORD,
    "' or 1=1 --",
    'A'.repeat(64),
    'none',
    'cc0-1.0',
  ),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  text,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom(...FIELDS), text, { maxKeys: 4 }),
);
const body = fc.oneof(fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 8 }), value);

/** Calls that end the session which the next ones need. */
const ENDING = new Set<Endpoint>([AUTH_ENDPOINTS.logout, AUTH_ENDPOINTS.refresh]);
const TARGETS = (
  [...Object.values(AUTH_ENDPOINTS), ...Object.values(ACCOUNT_ENDPOINTS)] as Endpoint[]
).filter((endpoint) => !ENDING.has(endpoint));

describeOnce('calls about accounts', (open) => {
  const server = useTestServer({ openDatabase: open });
  let as: string;
  beforeAll(async () => {
    as = credentialOf(await callsOf(server).signup('Fuzzy'));
  });

  it('answer anything that they are sent in the one shape, and never with a fault of ours', async () => {
    const call = fc.record({
      endpoint: fc.constantFrom(...TARGETS),
      payload: body,
      parameter: text,
      isSignedIn: fc.boolean(),
      address: fc.ipV4(),
    });
    await fc.assert(
      fc.asyncProperty(call, async ({ endpoint, payload, parameter, isSignedIn, address }) => {
        const url = endpointUrl(endpoint).replace(/:\w+/, () =>
          encodeURIComponent(parameter.toWellFormed()),
        );
        const answer = await server.app.inject({
          method: endpoint.method,
          url,
          remoteAddress: address,
          headers: {
            'content-type': 'application/json',
            ...(isSignedIn && { authorization: `Bearer ${as}` }),
          },
          ...(endpoint.method === 'POST' && { payload: JSON.stringify(payload) }),
        });
        const shown = `${endpoint.method} ${url} ${JSON.stringify(payload)} ${answer.body}`;
        expect(answer.statusCode, shown).toBeLessThan(500);
        if (answer.statusCode === 200) expect(answer.json().ok).toBe(true);
        else ErrorAnswerSchema.parse(answer.json());
        const isOpen = (endpoint.access ?? 'anyone') === 'anyone';
        if (!isOpen && !isSignedIn) expect(answer.statusCode, shown).not.toBe(200);
      }),
      { numRuns: 400 },
    );
  });
});
