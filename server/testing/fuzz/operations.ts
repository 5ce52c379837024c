import { ENDPOINTS, type Endpoint, endpointUrl } from '../../../src/data/contract/endpoints.ts';
import type { TestServer } from '../testApp.ts';
import type { JsonSchema } from './jsonSchema.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** One call as the OpenAPI description has it, with the line of the endpoint table that it comes from. */
export interface Operation {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Parameters stand as `{name}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  /** The same for a body that is a form. */
  readonly form: JsonSchema | undefined;
  /** Roles that a session needs; undefined where none is asked for. */
  readonly roles: readonly string[] | undefined;
  /** Status of an answer that is no error. */
  readonly success: 200 | 302;
  readonly statuses: ReadonlySet<number>;
}

interface Described {
  readonly parameters?: Parameter[];
  readonly requestBody?: { content: Record<string, { schema: JsonSchema }> };
  readonly responses: Record<string, unknown>;
  readonly security?: Record<string, string[]>[];
}

/** Every call that the server describes at `/api/docs/json`. Throws for one that the table does not have. */
export async function readOperations({ app }: Pick<TestServer, 'app'>): Promise<Operation[]> {
  const lines = new Map(
    Object.entries<Endpoint>(ENDPOINTS).map(([name, endpoint]) => [
      `${endpoint.method} ${endpointUrl(endpoint).replace(/:(\w+)/g, '{$1}')}`,
      { name, endpoint },
    ]),
  );
  const answer = await app.inject({ url: '/api/docs/json' });
  const { paths } = answer.json() as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, described]) => {
      const method = verb.toUpperCase() as Operation['method'];
      const line = lines.get(`${method} ${path}`);
      if (!line) throw new Error(`${method} ${path} is not in the endpoint table`);
      const statuses = new Set(Object.keys(described.responses).map(Number));
      return {
        ...line,
        method,
        path,
        parameters: described.parameters ?? [],
        body: described.requestBody?.content['application/json']?.schema,
        form: described.requestBody?.content['multipart/form-data']?.schema,
        // An empty security requirement means that a call needs no session.
        roles: described.security?.[0]?.session,
        statuses,
        success: statuses.has(302) ? 302 : 200,
      };
    }),
  );
}
