import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { BUNDLE_MIME } from '../../../src/data/contract/bundle.ts';
import { ErrorAnswerSchema } from '../../../src/data/contract/endpoints.ts';
import { backupEnds, channelsEnd, classesEnd, removalEnds } from '../afterwards.ts';
import type { RequestParts } from './exampleParts.ts';
import { exampleOf } from './examples.ts';
import { SPOILER_NAMES, spoilForm } from './forms.ts';
import { HOSTILE_TEXTS, spoiltByTexts } from './hostile.ts';
import { type Operation, readOperations } from './operations.ts';
import { makeRequest, requestOf, type SentRequest } from './requests.ts';
import {
  type Checksums,
  findHalfStored,
  findStrayBlobs,
  fingerprint,
  holdingsOf,
} from './snapshot.ts';
import { type Role, SECRET, SECRET_TITLE, VAULT, type World } from './world.ts';

/** Calls after which the session of the caller may be gone. */
const ENDING =
  /^(logout|refresh|passwordReset|passwordChange|endSession|endOtherSessions|deleteAccount|disownSignIn)$/;
/** Calls that go on working after their answer. */
const GOES_ON =
  /^(forgotPassword|emailLogin|signup|setUp|resendConfirmation|changeEmail|login|passkeyLogin|secondStep|remoteClaim|finishProvider|makeProviderAccount|linkProviderAccount|moveOut)$/;
/** Refused before the schemas are asked, whatever the call. */
/** Calls that answer with an archive. */
const ARCHIVES = new Set(['exportJam', 'exportClass']);
const ALWAYS = new Set([400, 404, 413, 429]);

/** What a row of requests led to. */
export interface FuzzReport {
  /** Requests by status. */
  readonly statuses: Map<number, number>;
  /** Calls that succeeded at least once. */
  readonly succeeded: Set<string>;
  readonly operations: readonly Operation[];
}

function shown({ operation, role, url, payload }: SentRequest, answer: LightMyRequestResponse) {
  const sent = (payload ?? '').toString('latin1').slice(0, 800);
  return `${role}: ${operation.method} ${url.slice(0, 400)} ${sent}\n${answer.statusCode} ${answer.body.slice(0, 400)}`;
}

/** Is a call for moderators or administrators alone? */
const isOfOffice = (roles: readonly string[] | undefined): boolean =>
  roles?.some((role) => role === 'moderator' || role === 'admin') === true;

/** What is wrong with an answer, by the description of its call. */
function faultsOf(
  request: SentRequest,
  answer: LightMyRequestResponse,
  keys: readonly string[],
): string[] {
  const { operation, role, isBroken } = request;
  const faults: string[] = [];
  const { statusCode: status, body } = answer;
  const { roles, success, endpoint } = operation;
  // 501 is how oEmbed refuses a format; only where it is described.
  if (status >= 500 && !(status === 501 && operation.statuses.has(501))) {
    faults.push('the server failed');
  }
  if (!operation.statuses.has(status) && !ALWAYS.has(status))
    faults.push('no such status is described');
  const isArchive = status === 200 && answer.headers['content-type'] === BUNDLE_MIME;
  const isText = !isArchive && !(success === 302 && status === 302);
  const json: unknown = isText ? JSON.parse(body) : null;
  if (status === 302) {
    const location = String(answer.headers.location);
    if (body !== '' || !/^\/media\/[0-9a-f]+$/.test(location)) faults.push('leads elsewhere');
  } else if (status === 200) {
    const answered = json as { ok: unknown; data: unknown } | null;
    if (isArchive !== ARCHIVES.has(operation.name)) faults.push('the answer is of another kind');
    if (answered && (answered.ok !== true || !endpoint.data.safeParse(answered.data).success)) {
      faults.push('the answer is not what its schema says');
    }
    if (isBroken) faults.push('took what it has to refuse');
    if (role === 'nobody' && roles) faults.push('answered without a session');
    if (role !== 'judge' && isOfOffice(roles)) faults.push('answered without the role');
  } else if (!ErrorAnswerSchema.strict().safeParse(json).success) {
    faults.push('the error has another shape');
  }
  if (body.includes(SECRET)) faults.push('told a secret');
  if (keys.some((key) => body.includes(key))) faults.push('told a key of the server');
  if (role !== 'judge' && body.includes(SECRET_TITLE)) faults.push('told a private title');
  return faults;
}

function differing(before: Checksums, after: Checksums, isSettled: boolean): string[] {
  return Object.keys(after).filter(
    // A mail that was asked for before writes its ticket when it comes to it.
    (table) => before[table] !== after[table] && (isSettled || table !== 'tickets'),
  );
}

/** All rows and files are read for a look, which takes longer than most requests. */
const LOOK_EVERY = 16;

/** Sends requests one after the other and looks at the answer and at every table after each. */
export async function createFuzzer(world: World, operations: readonly Operation[]) {
  const { app, database } = world.server;
  const { queries } = database;
  const report: FuzzReport = { statuses: new Map(), succeeded: new Set(), operations };
  const held = await holdingsOf(queries, VAULT);
  let goesOnUntil = 0;
  /** Writing requests, and their answers, since all that is stored was looked at. */
  let unseen: string[] = [];

  const inject = ({ operation, role, url, payload, contentType, ...more }: SentRequest) =>
    app.inject({
      method: operation.method,
      url,
      headers: {
        ...world.headers(role),
        ...more.headers,
        ...(more.authorization && { authorization: more.authorization }),
        ...(contentType && { 'content-type': contentType }),
      },
      ...(payload !== undefined && { payload }),
    });

  /** Sends one request and looks at the answer alone; throws when anything about it is wrong. */
  async function peek(request: SentRequest): Promise<void> {
    const answer = await inject(request);
    const faults = faultsOf(request, answer, world.keys);
    if (faults.length > 0) throw new Error(`${faults.join('; ')}\n${shown(request, answer)}`);
  }

  /** Sends one request; throws when anything about the answer or the tables is wrong. */
  async function send(request: SentRequest): Promise<LightMyRequestResponse> {
    const { operation } = request;
    await queries.deleteFrom('limits').execute();
    // Who took an office by a link is a member again: the roles of the world are fixed.
    await queries.deleteFrom('offices').execute();
    // What a request before closed is open again: every other call would be refused.
    await queries.deleteFrom('notes').where('name', '=', 'mode').execute();
    if (app.operatingMode) app.operatingMode.now = 'open';
    const before = await fingerprint(queries);
    const answer = await inject(request);
    const { statusCode: status } = answer;
    // What an account owned goes after the answer, and what a channel held; a backup is noted when it is over.
    if (status === 200 && operation.name === 'deleteAccount') await removalEnds(queries);
    if (status === 200 && operation.name === 'removePupil') await removalEnds(queries);
    if (status === 200 && operation.name === 'deleteClass') await classesEnd(queries);
    if (status === 200 && operation.name === 'deleteChannel') await channelsEnd(queries);
    if (status === 200 && operation.name === 'backUpNow') await backupEnds(queries);
    report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
    if (status === operation.success) report.succeeded.add(operation.name);
    const faults = faultsOf(request, answer, world.keys);
    if (status === 200 && operation.method !== 'GET') {
      if (GOES_ON.test(operation.name)) goesOnUntil = Date.now() + 3000;
      if ((await holdingsOf(queries, VAULT)) !== held) faults.push('changed the vault');
    } else {
      // A right password may be answered with a ticket for the second step.
      const isSettled = Date.now() > goesOnUntil && !answer.body.includes('"second_factor"');
      const changed = differing(before, await fingerprint(queries), isSettled);
      if (changed.length > 0) faults.push(`changed ${changed.join(', ')}`);
    }
    if (faults.length > 0) throw new Error(`${faults.join('; ')}\n${shown(request, answer)}`);
    if (operation.method !== 'GET') unseen.push(shown(request, answer));
    if (unseen.length >= LOOK_EVERY) await lookAtWhole();
    if (status === 200 && ENDING.test(operation.name)) {
      for (const member of ['ana', 'ben', 'judge'] as const) await world.renew(member);
    }
    return answer;
  }

  /** Looks at all that is stored; throws with the requests since the last look when any of it is there by half. */
  async function lookAtWhole(): Promise<void> {
    const faults = [...(await findHalfStored(queries)), ...(await findStrayBlobs(world.server))];
    if (faults.length > 0) {
      throw new Error(`${faults.join('; ')}\nafter one of\n${unseen.join('\n\n')}`);
    }
    unseen = [];
  }

  return { report, send, peek, lookAtWhole };
}

export interface FuzzOptions {
  readonly seed: number;
  /** Rounds of one request to every call. */
  readonly rounds: number;
  /** No round but the first begins after this time. */
  readonly limitMs: number;
  /** Whether every form is spoilt in each of the ways, which takes as long as a round. */
  readonly hasForms: boolean;
}

/** Calls that only the owner of what they name may make. */
const OF_CLUB_OWNER =
  /^(changeClub|deleteClub|restoreClub|(removeC|c)lub(Icon|Banner)|setClubRole|passOnClub|(un)?blockInClub|clubCodes|makeClubCode|endClubCode|(create|change|delete)Channel|exportClub)$/;
const OF_TEACHER =
  /^(classPage|(change|export|delete)Class|addPupils|(change|remove|move)Pupil|(make|end)Cards)$/;
const OF_OWNER =
  /^(jam|jamRifffs|rifff|rifffLineage|postRifff|remixRifff|libraryImport|share|unshare|removeComment|endSession|inviteBand|dismissBand|exportJam|importPeople|missingLoops|importLoop|importRifffs|importMessages|finishImport|changeLook|removeLook|roomLooks|setRoomLooks)$/;

/** Calls whose good request has other answers here: there is no app, a backup may be under way, and members are no pupils. */
const OTHERWISE: Readonly<Record<string, readonly number[]>> = {
  downloadMacOs: [404],
  ownClass: [404],
  backUpNow: [200, 409],
};

/** The same good request by everyone in turn: the endpoint table says who is refused, and how. */
async function checkAccess(
  world: World,
  send: (request: SentRequest) => Promise<LightMyRequestResponse>,
  operation: Operation,
): Promise<void> {
  const { roles, success } = operation;
  const ask = async (role: Role, parts: RequestParts, authorization?: string) => {
    const request = requestOf(operation, role, parts);
    const { statusCode: status } = await send({ ...request, authorization });
    return { status, as: `${role} with a good request: ${operation.name}` };
  };
  const expectThat = (
    { status, as }: { status: number; as: string },
    statuses: readonly number[],
  ) => {
    if (!statuses.includes(status)) throw new Error(`${as} answered ${status}`);
  };
  // A refused request changes nothing, so the next role can use the same example.
  const anas = (await exampleOf(operation, world, 'ana')) ?? {};
  const { status, as } = await ask('nobody', anas);
  if ((status === 401) !== (roles !== undefined)) {
    throw new Error(`${as} answered ${status}: its description says otherwise`);
  }
  if (roles) {
    const pair = world.headers('ana').authorization?.replace('Bearer ', '') ?? '';
    const [token = '', password = ''] = pair.split(':');
    for (const wrong of [`Basic ${pair}`, `Bearer ${token}:${token}`, `Bearer ${password}`]) {
      expectThat(await ask('nobody', anas, wrong), [401]);
    }
  }
  if (isOfOffice(roles)) expectThat(await ask('ben', anas), [403]);
  const isOfOwner = [OF_OWNER, OF_CLUB_OWNER, OF_TEACHER].some((of) => of.test(operation.name));
  if (isOfOwner) expectThat(await ask('ben', anas), [403, 404]);
  // A moderator is not suspended, and has nothing to appeal against.
  const by = operation.name === 'appeal' ? 'ana' : 'judge';
  const own = (await exampleOf(operation, world, by)) ?? {};
  expectThat(await ask(by, own), OTHERWISE[operation.name] ?? [success]);
}

/**
 * Every parameter of every query, and every field of every body, with each hostile text: no schema throws. Chance alone
 * comes to one of them once in many rounds.
 */
async function tryFields(
  world: World,
  peek: (request: SentRequest) => Promise<unknown>,
  operations: readonly Operation[],
): Promise<void> {
  for (const operation of operations) {
    const parts = (await exampleOf(operation, world, 'ana')) ?? {};
    for (const spoilt of parts.body ? spoiltByTexts(parts.body) : []) {
      operation.endpoint.body?.safeParse(spoilt);
    }
    for (const { name, in: place } of operation.parameters) {
      if (place !== 'query') continue;
      const spoilt = (value: string) => ({ ...parts.query, [name]: value });
      for (const text of HOSTILE_TEXTS) operation.endpoint.query?.safeParse(spoilt(text));
      await peek(requestOf(operation, 'ana', { ...parts, query: spoilt('x') }));
    }
  }
}

/** Sends every form, spoilt in each way, as a member who may send it. */
async function tryForms(
  world: World,
  send: (request: SentRequest) => Promise<LightMyRequestResponse>,
  operations: readonly Operation[],
  seed: number,
): Promise<void> {
  for (const operation of operations) {
    const { form } = (await exampleOf(operation, world, 'ana')) ?? {};
    if (!form) continue;
    const picks = fc.sample(fc.gen(), { seed, numRuns: SPOILER_NAMES.length });
    for (const [at, name] of SPOILER_NAMES.entries()) {
      const request = requestOf(operation, 'ana', { form });
      await send({ ...request, ...spoilForm(picks[at]!, form, name) });
    }
  }
}

/**
 * Fuzzes every call that the server describes, in rounds of one request to each. Throws with the request
 * and its answer at the first that fails, crosses a permission, breaks a shape, or is stored by half.
 */
export async function fuzzEveryCall(world: World, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, rounds, limitMs, hasForms } = options;
  const operations = await readOperations(world.server);
  const { report, send, peek, lookAtWhole } = await createFuzzer(world, operations);
  await tryFields(world, peek, operations);
  for (const operation of operations) await checkAccess(world, send, operation);
  if (hasForms) await tryForms(world, send, operations, seed);
  const until = Date.now() + limitMs;
  let isFirst = true;
  const round = fc.asyncProperty(fc.gen(), async (g) => {
    if (!isFirst && Date.now() > until) return;
    isFirst = false;
    for (const operation of operations) await send(await makeRequest(g, world, operation));
  });
  await fc.assert(round, { seed, numRuns: rounds, endOnFailure: true });
  await lookAtWhole();
  // What goes on after its answer ends before anybody closes the server.
  await delay(100);
  return report;
}
