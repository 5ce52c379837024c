/** Writes `docs/bundle.schema.json` out of the schemas of bundles: `npm run bundle-schema`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { BundleEndSchema, BundleHeadSchema, LineProofSchema } from '../src/data/contract/bundle.ts';
import { ImportedMessageSchema, ImportedPersonSchema } from '../src/data/contract/imports.ts';
import { LoopSchema } from '../src/data/contract/loop.ts';
import { RifffSchema } from '../src/data/contract/rifff.ts';

/** One definition for each kind of document, by what a line or an entry holds. */
const DOCUMENTS = {
  head: BundleHeadSchema,
  proof: LineProofSchema,
  person: ImportedPersonSchema,
  loop: LoopSchema,
  rifff: RifffSchema,
  message: ImportedMessageSchema,
  end: BundleEndSchema,
};

/** JSON Schema (draft 2020-12) of the documents of a bundle, as the text of a file. */
export function bundleSchemaText(): string {
  const definitions = Object.entries(DOCUMENTS).map(([name, schema]) => {
    // What a writer may leave out has a default here: `input`.
    const { $schema: _, ...definition } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
    });
    return [name, definition];
  });
  const whole = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Documents of a Rondo bundle, version 1',
    description:
      'rondo.json is a head, lines of people.jsonl are persons, of loops.jsonl loops, of rifffs.jsonl rifffs, of messages.jsonl messages, and end.json is an end; `proof` of a loop or rifff is a proof. See docs/bundle.md.',
    $defs: Object.fromEntries(definitions),
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

export const BUNDLE_SCHEMA_FILE = join(import.meta.dirname, '../docs/bundle.schema.json');

if (import.meta.main) await writeFile(BUNDLE_SCHEMA_FILE, bundleSchemaText());
