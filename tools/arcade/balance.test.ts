import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { StarterManifestSchema } from '../../src/data/contract/library.ts';
import { indexField } from '../../src/data/rules/arcade/field.ts';
import { chanceOf } from '../../src/data/rules/arcade/seeds.ts';
import { demoField, randomField } from './fields.ts';
import { balanceFaults, measureBalance } from './measure.ts';

const MANIFEST = fileURLToPath(new URL('../../assets/starter/manifest.json', import.meta.url));

it('pays for playing music, and for nothing else, on the field of a new server', () => {
  const manifest = StarterManifestSchema.parse(JSON.parse(readFileSync(MANIFEST, 'utf8')));
  const index = indexField(demoField(manifest, '20260101', 100));
  expect(balanceFaults(measureBalance(index, 150))).toEqual([]);
});

it('does so where everybody plays something else', () => {
  const index = indexField(randomField(chanceOf('others'), 100));
  expect(balanceFaults(measureBalance(index, 80))).toEqual([]);
});
