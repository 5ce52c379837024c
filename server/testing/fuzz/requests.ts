import fc from 'fast-check';
import type { RequestParts } from './exampleParts.ts';
import { exampleOf } from './examples.ts';
import { partsFromSchema, spoilForm, wholeForm } from './forms.ts';
import { HOSTILE_BODIES, HOSTILE_TEXTS, hostileJson, type Pick, spoil } from './hostile.ts';
import { type JsonSchema, valuesOf } from './jsonSchema.ts';
import type { Operation } from './operations.ts';
import { type Member, ROLES, type Role, type World } from './world.ts';

/** How a request is made: from the schemas, from an example, with small errors, or as an attacker makes it. */
const MANNERS = ['schema', 'example', 'example', 'nearly', 'nearly', 'hostile'] as const;

/** A request as it goes out. */
export interface SentRequest {
  readonly operation: Operation;
  readonly role: Role;
  readonly url: string;
  readonly payload: string | Buffer | undefined;
  readonly contentType: string | undefined;
  /** Whether it must not succeed. */
  readonly isBroken?: boolean;
  /** In place of the credential of the role. */
  readonly authorization?: string | undefined;
  /** Besides those of the role. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
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

function fromSchemas(g: Pick, operation: Operation, known: readonly string[]): RequestParts {
  const { parameters, body, form } = operation;
  const textOf = (schema: JsonSchema) => String(valueFor(g, schema, known));
  const params: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const { name, in: place, required, schema } of parameters) {
    if (place === 'path') params[name] = textOf(schema);
    else if (required || g(fc.boolean)) query[name] = textOf(schema);
  }
  return {
    params,
    query,
    ...(body && { body: valueFor(g, body, known) as object }),
    ...(form && { form: partsFromSchema(form, textOf) }),
  };
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

/** The request of these parts, by the call's address. */
export function requestOf(operation: Operation, role: Role, parts: RequestParts): SentRequest {
  const { params = {}, query = {}, body, form, text, headers } = parts;
  // With an empty one it would be the address of another call.
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params[name] || '-').toWellFormed()),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
  );
  const url = search.size > 0 ? `${path}?${search}` : path;
  if (form) return { operation, role, url, headers, ...wholeForm(form) };
  if (text !== undefined) {
    const contentType = 'application/x-www-form-urlencoded';
    return { operation, role, url, headers, payload: text, contentType };
  }
  const payload = body && operation.method !== 'GET' ? JSON.stringify(body) : undefined;
  const contentType = payload && 'application/json';
  return { operation, role, url, payload, contentType, headers };
}

/** A request to an operation, with a random role and manner. */
export async function makeRequest(
  g: Pick,
  world: World,
  operation: Operation,
): Promise<SentRequest> {
  const role = g(() => fc.constantFrom(...ROLES));
  const manner = g(() => fc.constantFrom(...MANNERS));
  // Without a session the request would succeed for `ana`: so only the missing session can be the reason of a refusal.
  const owner: Member = role === 'nobody' ? 'ana' : role;
  const example = manner === 'schema' ? undefined : await exampleOf(operation, world, owner);
  const parts: RequestParts = example ?? fromSchemas(g, operation, world.known);
  const isHarmed = manner === 'hostile' || (manner === 'nearly' && operation.body === undefined);
  const request = requestOf(operation, role, isHarmed ? harm(g, parts) : parts);
  if (operation.method === 'GET') return request;
  if (parts.form) {
    const isGood = manner === 'schema' || manner === 'example';
    return isGood ? request : { ...request, ...spoilForm(g, parts.form) };
  }
  if (parts.text !== undefined && manner !== 'hostile') return request;
  const payload = payloadOf(g, manner, parts.body);
  const odd = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', undefined];
  const isOdd = manner === 'hostile' && g(fc.boolean);
  const json = payload === undefined ? undefined : 'application/json';
  return { ...request, payload, contentType: isOdd ? g(() => fc.constantFrom(...odd)) : json };
}
