import type { FastifySchemaCompiler } from 'fastify';
import type * as z from 'zod';
import { ApiError } from '../../src/data/contract/errors.ts';
import { MESSAGES } from '../../src/data/contract/messages.ts';

/** A refused request: names every wrong field and why. */
export class ValidationFailure extends ApiError {
  readonly validationErrors: Record<string, string>;

  constructor(validationErrors: Record<string, string>) {
    const parts = Object.entries(validationErrors).map(([field, reason]) => `${field}: ${reason}`);
    super('bad_request', parts.join('; '));
    this.name = 'ValidationFailure';
    this.validationErrors = validationErrors;
  }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** A field name as a message may repeat it: short, without control characters, odd ones in quotes. */
function shownName(name: string): string {
  const clean = name.replace(/[^\x20-\x7e]/g, '?');
  const short = clean.length > 40 ? `${clean.slice(0, 40)}…` : clean;
  return /^[\w.-]+$/.test(clean) ? short : JSON.stringify(short);
}

function sizeSentence(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>, atLeast: true): string;
function sizeSentence(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>, atLeast: false): string;
function sizeSentence(
  issue:
    | z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>
    | z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>,
  atLeast: boolean,
): string {
  const bound = 'minimum' in issue ? issue.minimum : issue.maximum;
  const limit = `${atLeast ? 'at least' : 'at most'} ${bound}`;
  if (issue.origin === 'string') return `must have ${limit} characters`;
  if (issue.origin === 'array' || issue.origin === 'set') return `must have ${limit} items`;
  return `must be ${limit}`;
}

/** Of the issues of a union's branches the one that says most: the deepest, and not just "wrong type". */
function unionSentence(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const weight = ({ path, code }: z.core.$ZodIssue) =>
    path.length * 2 + (code === 'invalid_type' ? 0 : 1);
  const [telling] = branches.flat().sort((a, b) => weight(b) - weight(a));
  return telling?.message ?? 'is not valid';
}

/** The reason in plain words, for issues whose schema gives none of its own. */
function plainSentence(issue: z.core.$ZodRawIssue): string {
  const isRepeated = Array.isArray(issue.input);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return MESSAGES.required;
      if (isRepeated && issue.expected !== 'array') return 'must be given once';
      return `must be ${TYPE_WORDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      if (issue.input === undefined) return MESSAGES.required;
      if (isRepeated) return 'must be given once';
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return sizeSentence(issue, true);
    case 'too_big':
      return sizeSentence(issue, false);
    case 'invalid_union':
      return unionSentence(issue.errors);
    default:
      return 'is not valid';
  }
}

/** Reason for each wrong field of a failed parse; the first reason of a field wins. */
function fieldErrors(issues: readonly z.core.$ZodIssue[], part: string): Record<string, string> {
  const found = new Map<string, string>();
  const note = (path: readonly PropertyKey[], reason: string) => {
    const name = path.length === 0 ? part : shownName(path.map(String).join('.'));
    if (!found.has(name)) found.set(name, reason);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      const reason = part === 'body' ? 'unknown field' : 'unknown parameter';
      for (const key of issue.keys.slice(0, 10)) note([...issue.path, key], reason);
    } else {
      note(issue.path, issue.message);
    }
  }
  return Object.fromEntries(found);
}

/**
 * Checks a value that no route checks by itself, as a field of a form.
 * @param part names the whole in messages
 * @throws ValidationFailure
 */
export function validateWith<S extends z.ZodType>(
  schema: S,
  value: unknown,
  part: string,
): z.output<S> {
  const parsed = schema.safeParse(value, { error: plainSentence });
  if (parsed.success) return parsed.data;
  throw new ValidationFailure(fieldErrors(parsed.error.issues, part));
}

/** The fields that are given: what a body leaves out is not changed. */
export const givenOf = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Checks requests against the zod schemas of the endpoint table; a failure is a `ValidationFailure`. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const part = httpPart === 'querystring' ? 'query' : (httpPart ?? 'request');
  return (data: unknown) => {
    const parsed = schema.safeParse(data, { error: plainSentence });
    if (parsed.success) return { value: parsed.data };
    return { error: new ValidationFailure(fieldErrors(parsed.error.issues, part)) };
  };
};

/**
 * Refuses a null character anywhere in an address: no field may hold one and PostgreSQL cannot store it.
 * `url` is the raw path and query of the request.
 */
export function refuseNullCharacters(url: string): void {
  if (!/%00/i.test(url)) return;
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  for (const [name, value] of query) {
    if (value.includes('\0')) {
      throw new ValidationFailure({ [shownName(name)]: 'must not hold a null character' });
    }
  }
  throw new ValidationFailure({ address: 'must not hold a null character' });
}
