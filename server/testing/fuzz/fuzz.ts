import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { ErrorAnswerSchema } from '../../../src/data/contract/errors.ts';
import { exampleOf, type RequestParts } from './examples.ts';
import { HOSTILE_BODIES, HOSTILE_TEXTS, hostileJson, type Pick, spoil } from './hostile.ts';
import { type JsonSchema, valuesOf } from './jsonSchema.ts';
import { type Operation, readOperations } from './operations.ts';
import { type Checksums, checksums, findHalfStored, holdingsOf } from './snapshot.ts';
import { type Member, ROLES, type Role, SECRET, SECRET_TITLE, VAULT, type World } from './world.ts';

/** How a request is made: as the schemas or an example have it, nearly so, or as somebody who means harm. */
const MANNERS = ['schema', 'example', 'example', 'nearly', 'nearly', 'hostile'] as const;

/** Calls after which the session of the caller may be gone. */
const ENDING =
  /^(logout|refresh|passwordReset|passwordChange|endSession|endOtherSessions|deleteAccount)$/;
/** Calls that go on working after their answer. */
const GOES_ON = /^(forgotPassword|emailLogin)$/;
/** Refused before the schemas are asked, whatever the call. */
const ALWAYS = new Set([400, 404, 413, 429]);

/** What a row of requests led to. */
export interface FuzzReport {
  /** Requests by status. */
  readonly statuses: Map<number, number>;
  /** Calls that succeeded at least once. */
  readonly succeeded: Set<string>;
  readonly operations: readonly Operation[];
}

interface SentRequest {
  readonly operation: Operation;
  readonly role: Role;
  readonly url: string;
  readonly payload: string | undefined;
  readonly contentType: string | undefined;
}

const arbitraries = new WeakMap<JsonSchema, fc.Arbitrary<unknown>>();

function valueFor(g: Pick, schema: JsonSchema, known: readonly string[]): unknown {
  let arbitrary = arbitraries.get(schema);
  if (!arbitrary) {
    arbitrary = valuesOf(schema, known);
    arbitraries.set(schema, arbitrary);
  }
  return g(() => arbitrary);
}

function fromSchemas(g: Pick, { parameters, body }: Operation, known: readonly string[]) {
  const textOf = (schema: JsonSchema) => String(valueFor(g, schema, known));
  const params: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const { name, in: place, required, schema } of parameters) {
    if (place === 'path') params[name] = textOf(schema);
    else if (required || g(fc.boolean)) query[name] = textOf(schema);
  }
  return { params, query, ...(body && { body: valueFor(g, body, known) as object }) };
}

/** Path and query with one text that does not belong there. */
function harm(g: Pick, { params = {}, query = {} }: RequestParts): RequestParts {
  const text = () => g(() => fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string()));
  const spoilt = (fields: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, g(fc.boolean) ? text() : value]),
    );
  const extra = g(fc.boolean) ? { [text() || 'x']: text() } : {};
  return { params: spoilt(params), query: { ...spoilt(query), ...extra } };
}

function payloadOf(g: Pick, manner: (typeof MANNERS)[number], body: object | undefined) {
  if (manner === 'hostile') {
    return g(() => fc.oneof(fc.constantFrom(...HOSTILE_BODIES), hostileJson));
  }
  if (body === undefined) return undefined;
  return manner === 'nearly' ? spoil(g, body) : JSON.stringify(body);
}

function requestOf(operation: Operation, role: Role, parts: RequestParts): SentRequest {
  const { params = {}, query = {}, body } = parts;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? '').toWellFormed()),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
  );
  const url = search.size > 0 ? `${path}?${search}` : path;
  const payload = body && operation.method !== 'GET' ? JSON.stringify(body) : undefined;
  return { operation, role, url, payload, contentType: payload && 'application/json' };
}

async function makeRequest(g: Pick, world: World, operation: Operation): Promise<SentRequest> {
  const role = g(() => fc.constantFrom(...ROLES));
  const manner = g(() => fc.constantFrom(...MANNERS));
  // Whoever may not call is seen to be refused with a request that would succeed for others.
  const owner: Member = role === 'nobody' ? 'ana' : role;
  const example = manner === 'schema' ? undefined : await exampleOf(operation, world, owner);
  const parts: RequestParts = example ?? fromSchemas(g, operation, world.known);
  const isHarmed = manner === 'hostile' || (manner === 'nearly' && operation.body === undefined);
  const request = requestOf(operation, role, isHarmed ? harm(g, parts) : parts);
  if (operation.method === 'GET') return request;
  const payload = payloadOf(g, manner, parts.body);
  const odd = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', undefined];
  const isOdd = manner === 'hostile' && g(fc.boolean);
  const json = payload === undefined ? undefined : 'application/json';
  return { ...request, payload, contentType: isOdd ? g(() => fc.constantFrom(...odd)) : json };
}

function shown({ operation, role, url, payload }: SentRequest, answer: LightMyRequestResponse) {
  const sent = (payload ?? '').slice(0, 800);
  return `${role}: ${operation.method} ${url.slice(0, 400)} ${sent}\n${answer.statusCode} ${answer.body.slice(0, 400)}`;
}

/** What is wrong with an answer, by the description of its call. */
function faultsOf({ operation, role }: SentRequest, answer: LightMyRequestResponse): string[] {
  const faults: string[] = [];
  const { statusCode: status, body } = answer;
  const { access = 'anyone', data } = operation.endpoint;
  // 501 is how oEmbed refuses a format; only where it is described.
  if (status >= 500 && !(status === 501 && operation.statuses.has(501))) {
    faults.push('the server failed');
  }
  if (!operation.statuses.has(status) && !ALWAYS.has(status))
    faults.push('no such status is described');
  const json: unknown = JSON.parse(body);
  if (status === 200) {
    const answered = json as { ok: unknown; data: unknown };
    if (answered.ok !== true || !data.safeParse(answered.data).success) {
      faults.push('the answer is not what its schema says');
    }
    if (role === 'nobody' && access !== 'anyone') faults.push('answered without a session');
    if (role !== 'judge' && access === 'moderator') faults.push('answered without the role');
  } else if (!ErrorAnswerSchema.strict().safeParse(json).success) {
    faults.push('the error has another shape');
  }
  if (body.includes(SECRET)) faults.push('told a secret');
  if (role !== 'judge' && body.includes(SECRET_TITLE)) faults.push('told a private title');
  return faults;
}

function differing(before: Checksums, after: Checksums, isSettled: boolean): string[] {
  return Object.keys(after).filter(
    // A mail that was asked for before writes its ticket when it comes to it.
    (table) => before[table] !== after[table] && (isSettled || table !== 'tickets'),
  );
}

/** Sends requests one after the other and looks at the answer and at every table after each. */
export async function createFuzzer(world: World, operations: readonly Operation[]) {
  const { app, database } = world.server;
  const { queries } = database;
  const report: FuzzReport = { statuses: new Map(), succeeded: new Set(), operations };
  const held = await holdingsOf(queries, VAULT);
  let goesOnUntil = 0;

  /** Sends one request; throws when anything about the answer or the tables is wrong. */
  async function send(request: SentRequest): Promise<LightMyRequestResponse> {
    const { operation, role, url, payload, contentType } = request;
    await queries.deleteFrom('limits').execute();
    const before = await checksums(queries);
    const answer = await app.inject({
      method: operation.method,
      url,
      headers: { ...world.headers(role), ...(contentType && { 'content-type': contentType }) },
      ...(payload !== undefined && { payload }),
    });
    const { statusCode: status } = answer;
    report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
    if (status === 200) report.succeeded.add(operation.name);
    const faults = faultsOf(request, answer);
    if (status === 200 && operation.method !== 'GET') {
      if (GOES_ON.test(operation.name)) goesOnUntil = Date.now() + 3000;
      faults.push(...(await findHalfStored(queries)));
      if ((await holdingsOf(queries, VAULT)) !== held) faults.push('changed the vault');
    } else {
      const changed = differing(before, await checksums(queries), Date.now() > goesOnUntil);
      if (changed.length > 0) faults.push(`changed ${changed.join(', ')}`);
    }
    if (faults.length > 0) throw new Error(`${faults.join('; ')}\n${shown(request, answer)}`);
    if (status === 200 && ENDING.test(operation.name)) {
      for (const member of ['ana', 'ben', 'judge'] as const) await world.renew(member);
    }
    return answer;
  }

  return { report, send };
}

export interface FuzzOptions {
  readonly seed: number;
  /** Rounds of one request to every call. */
  readonly rounds: number;
  /** No round begins after this time. */
  readonly limitMs: number;
}

/** Calls that only the owner of what they name may make. */
const OF_OWNER =
  /^(jam|jamRifffs|rifff|rifffLineage|postRifff|remixRifff|libraryImport|share|unshare|endSession)$/;

/** The same good request by everyone in turn: the endpoint table says who is refused, and how. */
async function checkAccess(
  world: World,
  send: (request: SentRequest) => Promise<LightMyRequestResponse>,
  operation: Operation,
): Promise<void> {
  const { access = 'anyone' } = operation.endpoint;
  const ask = async (role: Role, owner: Member) => {
    const parts = (await exampleOf(operation, world, owner)) ?? {};
    const request = requestOf(operation, role, parts);
    const { statusCode: status } = await send(request);
    return { status, as: `${role} with a request of ${owner}: ${operation.name}` };
  };
  const expectThat = ({ status, as }: { status: number; as: string }, statuses: number[]) => {
    if (!statuses.includes(status)) throw new Error(`${as} answered ${status}`);
  };
  if (access !== 'anyone') expectThat(await ask('nobody', 'ana'), [401]);
  if (access === 'moderator') expectThat(await ask('ben', 'ana'), [403]);
  if (OF_OWNER.test(operation.name)) expectThat(await ask('ben', 'ana'), [403, 404]);
  const isThere = operation.name !== 'downloadMacOs';
  expectThat(await ask('judge', 'judge'), [isThere ? 200 : 404]);
}

/**
 * Fuzzes every call that the server describes, in rounds of one request to each. Throws with the request
 * and its answer at the first that fails, crosses a permission, breaks a shape, or is stored by half.
 */
export async function fuzzEveryCall(world: World, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, rounds, limitMs } = options;
  const operations = await readOperations(world.server);
  const { report, send } = await createFuzzer(world, operations);
  for (const operation of operations) await checkAccess(world, send, operation);
  const until = Date.now() + limitMs;
  const round = fc.asyncProperty(fc.gen(), async (g) => {
    for (const operation of operations) await send(await makeRequest(g, world, operation));
  });
  await fc.assert(round, {
    seed,
    numRuns: rounds,
    endOnFailure: true,
    interruptAfterTimeLimit: until - Date.now(),
    markInterruptAsFailure: false,
  });
  // What goes on after its answer ends before anybody closes the server.
  await delay(100);
  return report;
}
