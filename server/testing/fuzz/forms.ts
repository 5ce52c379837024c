import fc from 'fast-check';
import { HOSTILE_BODIES, HOSTILE_TEXTS, type Pick } from './hostile.ts';
import type { JsonSchema } from './jsonSchema.ts';

/** One field of a form, or one file of it. */
export interface FormPart {
  readonly name: string;
  readonly value: string | Buffer;
  /** Makes a file of it; written as it is, whatever it does to the head of the part. */
  readonly fileName?: string;
}

/** A form as it is sent. */
export interface SentForm {
  readonly payload: Buffer | string;
  readonly contentType: string | undefined;
  /** Whether it must be refused. */
  readonly isBroken: boolean;
}

const BOUNDARY = 'rondo-fuzz-boundary';
const OVER_5_MB = 5 * 1024 * 1024 + 1;

/** A whole PNG of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What begins like something else than a picture, or like a picture and is none. */
const NO_PICTURES: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  Buffer.from('<!doctype html><script>alert(1)</script>'),
  Buffer.from('GIF89a<script>alert(1)</script>'),
  Buffer.concat([PIXEL.subarray(0, 33), Buffer.alloc(200, 7)]),
  PIXEL.subarray(0, 50),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Buffer.from('JFIF'), 0, 1]),
  Buffer.from('RIFF\x20\0\0\0WEBPVP8 \x14\0\0\0', 'latin1'),
  Buffer.from('\0\0\0\x1cftypavif\0\0\0\0', 'latin1'),
  Buffer.from('OggS\0\x02', 'latin1'),
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.from('\x7fELF', 'latin1'),
];

const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

function bytesOf(parts: readonly FormPart[]): Buffer {
  const pieces = parts.flatMap(({ name, value, fileName }) => {
    const file =
      fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: image/png`;
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    const content = typeof value === 'string' ? Buffer.from(value) : value;
    return [Buffer.from(head), content, Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** The form with these parts. */
export function wholeForm(parts: readonly FormPart[]): SentForm {
  return { payload: bytesOf(parts), contentType: TYPE, isBroken: false };
}

/** Parts as the description of a form has them; `textOf` makes the text of a field. */
export function partsFromSchema(
  { properties = {} }: JsonSchema,
  textOf: (schema: JsonSchema) => string,
): FormPart[] {
  return Object.entries(properties).map(([name, schema]) =>
    schema.format === 'binary'
      ? { name, value: PIXEL, fileName: 'a.png' }
      : { name, value: textOf(schema) },
  );
}

const mapFiles = (parts: readonly FormPart[], change: (part: FormPart) => FormPart) =>
  parts.map((part) => (part.fileName === undefined ? part : change(part)));

/** Ways to send a good form wrongly; some of them may be put up with, the others must be refused. */
const SPOILERS: Readonly<Record<string, (g: Pick, parts: readonly FormPart[]) => SentForm>> = {
  cut: (g, parts) => {
    const bytes = bytesOf(parts);
    const end = g(() => fc.nat({ max: bytes.length - 5 }));
    return { payload: bytes.subarray(0, end), contentType: TYPE, isBroken: true };
  },
  noPicture: (g, parts) => {
    const random = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
    const value = g(() => fc.oneof(fc.constantFrom(...NO_PICTURES), random));
    return { ...wholeForm(mapFiles(parts, (part) => ({ ...part, value }))), isBroken: true };
  },
  tooLarge: (g, parts) => {
    const fill = g(() => fc.constantFrom(Buffer.from('x'), PIXEL));
    const value = Buffer.alloc(OVER_5_MB, fill);
    PIXEL.copy(value);
    return { ...wholeForm(mapFiles(parts, (part) => ({ ...part, value }))), isBroken: true };
  },
  noFile: (_, parts) => {
    const texts = parts.map(({ name, value }) => ({ name, value: value.toString('latin1') }));
    return { ...wholeForm(texts), isBroken: true };
  },
  fileName: (g, parts) => {
    const fileName = g(() => fc.constantFrom(...HOSTILE_TEXTS, '../../a.png', 'a.php', 'CON'));
    return wholeForm(mapFiles(parts, (part) => ({ ...part, fileName })));
  },
  extraField: (g, parts) => {
    const text = () => g(() => fc.constantFrom(...HOSTILE_TEXTS));
    return wholeForm([{ name: text(), value: text() }, ...parts]);
  },
  manyFields: (_, parts) => {
    const fields = Array.from({ length: 40 }, (_each, at) => ({ name: `n${at}`, value: '' }));
    return { ...wholeForm([...fields, ...parts]), isBroken: true };
  },
  twoFiles: (_, parts) => ({ ...wholeForm([...parts, ...parts]), isBroken: true }),
  boundary: (g, parts) => {
    const rest = ['', '; boundary=', '; boundary=other', `; boundary=${'b'.repeat(300)}`];
    const end = g(() => fc.constantFrom(...rest));
    const contentType = `multipart/form-data${end}`;
    return { payload: bytesOf(parts), contentType, isBroken: true };
  },
  type: (g, parts) => {
    const types = ['application/json', 'application/octet-stream', 'text/plain', undefined];
    const contentType = g(() => fc.constantFrom(...types));
    return { payload: bytesOf(parts), contentType, isBroken: true };
  },
  noForm: (g) => {
    const payload = g(() => fc.constantFrom(...HOSTILE_BODIES));
    return { payload, contentType: TYPE, isBroken: true };
  },
};

/** Names of all ways to spoil a form, for tests that try each of them once. */
export const SPOILER_NAMES = Object.keys(SPOILERS);

/** A form that is spoilt in the named way, or in a random way without a name. */
export function spoilForm(g: Pick, parts: readonly FormPart[], name?: string): SentForm {
  return SPOILERS[name ?? g(() => fc.constantFrom(...SPOILER_NAMES))]!(g, parts);
}
