import fc from 'fast-check';

/** What our OpenAPI description uses of JSON Schema. */
export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

const LONGEST_TEXT = 60;
const LONGEST_LIST = 3;

/** Texts by their shape: each takes a while to make, and the same ones are described again and again. */
const textsOfPattern = new Map<string, fc.Arbitrary<string>>();
const textsOfLength = new Map<string, fc.Arbitrary<string>>();

function shapedTexts(pattern: string): fc.Arbitrary<string> {
  const made = textsOfPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  textsOfPattern.set(pattern, made);
  return made;
}

function anyTexts(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const key = `${minLength} ${maxLength}`;
  const made = textsOfLength.get(key) ?? fc.string({ unit: 'grapheme', minLength, maxLength });
  textsOfLength.set(key, made);
  return made;
}

function texts({ pattern, minLength = 0, maxLength }: JsonSchema, known: readonly string[]) {
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const fits = (text: string) =>
    (shape?.test(text) ?? true) &&
    text.length >= minLength &&
    text.length <= (maxLength ?? Number.POSITIVE_INFINITY);
  const longest = Math.max(minLength, Math.min(maxLength ?? LONGEST_TEXT, LONGEST_TEXT));
  const any =
    pattern === undefined ? anyTexts(minLength, longest) : shapedTexts(pattern).filter(fits);
  const fitting = known.filter(fits);
  if (fitting.length === 0) return any;
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fitting) }, any);
}

function numbers({ type, minimum, maximum, exclusiveMinimum }: JsonSchema): fc.Arbitrary<number> {
  if (type === 'integer') {
    const min = minimum ?? (exclusiveMinimum === undefined ? -1e9 : exclusiveMinimum + 1);
    return fc.integer({ min, max: Math.min(maximum ?? 1e9, Number.MAX_SAFE_INTEGER) });
  }
  return fc.double({ min: minimum ?? -1e6, max: maximum ?? 1e13, noNaN: true });
}

function objects(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, valuesOf(part, known)]),
  );
  const record = fc.record(fields, { requiredKeys: [...required], noNullPrototype: true });
  if (additionalProperties === false || additionalProperties === undefined) return record;
  const extra = fc.dictionary(fc.constantFrom('note', 'colourOf', 'x'), fc.jsonValue(), {
    maxKeys: 1,
    noNullPrototype: true,
  });
  return fc.tuple(record, extra).map(([own, more]) => ({ ...more, ...own }));
}

/**
 * Values that a schema describes. Rules that a schema cannot say (two passwords that agree) are not kept.
 *
 * @param known texts worth trying wherever they fit, such as ids that exist
 */
export function valuesOf(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch) => valuesOf(branch, known)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return texts(schema, known);
    case 'number':
    case 'integer':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = schema.minItems ?? 0;
      const maxLength = Math.max(
        minLength,
        Math.min(schema.maxItems ?? LONGEST_LIST, LONGEST_LIST),
      );
      return fc.array(valuesOf(schema.items ?? {}, known), { minLength, maxLength });
    }
    case 'object':
      return objects(schema, known);
    default:
      return fc.jsonValue();
  }
}
