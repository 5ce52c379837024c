import fc, { type GeneratorValue } from 'fast-check';

/** Picks inside a running property: `g(() => arbitrary)`. */
export type Pick = GeneratorValue;

const NUL = String.fromCharCode(0);

/** Texts that break what is careless with texts. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  NUL,
  `a${NUL}b`,
  '\ud800',
  '\u202egnp.exe',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '"; drop table accounts; --',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  '//evil.example',
  'a@b.c\r\nBcc: victim@example.org',
  'x',
  '-1',
  '1e9',
  '9'.repeat(40),
  'ß'.repeat(5000),
] as const;

/** As JSON text, because some of it (own `__proto__`, 1e999) no JavaScript value says. */
const HOSTILE_JSON = [
  'null',
  'true',
  '[]',
  '{}',
  '-0',
  '1e999',
  '-1e999',
  '5e-324',
  '9007199254740993',
  '2147483648',
  '0.1',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"toJSON":1}',
  '{"length":1e9}',
  `${'['.repeat(200)}${']'.repeat(200)}`,
  `[${Array(300).fill('"ana"').join()}]`,
];

/** JSON text of something that no field expects. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_JSON),
  fc.constantFrom(...HOSTILE_TEXTS).map((text) => JSON.stringify(text)),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => JSON.stringify(text)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
);

/** Whole bodies that are no document at all. */
export const HOSTILE_BODIES = [
  '',
  '{',
  '{"a":1,}',
  'undefined',
  '\ufeff{}',
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '['.repeat(50_000),
  JSON.stringify({ note: 'x'.repeat(1_200_000) }),
  '{"rifff":{},"rifff":{}}',
  Buffer.from([0xff, 0xfe, 0x00, 0xc0]).toString('latin1'),
] as const;

/** Stands in a document for JSON text that replaces it once it is written out. */
const MARK = '\u0001here\u0001';

interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  const holder = value as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    found.push({ holder, key });
    placesIn(holder[key], found);
  }
  return found;
}

/** A document with each of its fields replaced by each of the hostile texts, one at a time. */
export function* spoiltByTexts(document: unknown): Generator<unknown> {
  const copy = { root: structuredClone(document) };
  for (const { holder, key } of placesIn(copy)) {
    const fields = holder as Record<string, unknown>;
    const good = fields[key];
    for (const text of HOSTILE_TEXTS) {
      fields[key] = text;
      yield copy.root;
    }
    fields[key] = good;
  }
}

/** A document with one thing wrong with it: a field replaced, missing, or too much. Returns JSON text. */
export function spoil(g: Pick, document: unknown): string {
  const copy = { root: structuredClone(document) };
  const places = placesIn(copy);
  const { holder, key } = g(() => fc.constantFrom(...places));
  const kind = g(() => fc.constantFrom('replace', 'replace', 'remove', 'add'));
  const fields = holder as Record<string, unknown>;
  if (kind === 'remove' && key !== 'root') delete fields[key];
  else if (kind === 'add' && !Array.isArray(holder) && key !== 'root') fields.unasked = MARK;
  else fields[key] = MARK;
  const text = JSON.stringify(copy.root) ?? '';
  return text.replace(JSON.stringify(MARK), () => g(() => hostileJson));
}
