import { expect, it } from 'vitest';
import { MODULES } from '../app.ts';
import type { RemovalStep } from '../ports/database/batches.ts';
import { type Ownership, removalSteps } from './ownership.ts';

const nothing = () => ({});

it('removes stage by stage, and within a stage a module before those that it needs', () => {
  const names = new Map<RemovalStep, string>();
  const owner = (name: string, stage: NonNullable<Ownership['removal']>['stage']) => {
    const step: RemovalStep = async () => null;
    names.set(step, name);
    return { name, ownership: { exportOwned: nothing, removal: { stage, steps: [step] } } };
  };
  const owners = [
    owner('loops', 'rest'),
    owner('first', 'shown'),
    { name: 'none' },
    { name: 'closed', ownership: { exportOwned: nothing } },
    owner('second', 'shown'),
    owner('rifffs', 'rifffs'),
    owner('messages', 'said'),
  ];
  const order = removalSteps(owners).map((step) => names.get(step));
  expect(order).toEqual(['messages', 'second', 'first', 'rifffs', 'loops']);
});

it('takes what is said before rifffs, what shows rifffs before them, and loops after them', () => {
  const steps = removalSteps(MODULES);
  const at = (name: string) => {
    const removal = MODULES.find((module) => module.name === name)?.ownership?.removal;
    return steps.indexOf(removal!.steps[0]!);
  };
  expect(at('chat')).toBeLessThan(at('jams'));
  expect(at('feed')).toBeLessThan(at('jams'));
  expect(at('imports')).toBeLessThan(at('jams'));
  expect(at('jams')).toBeLessThan(at('uploads'));
  expect(steps).toHaveLength(
    MODULES.flatMap(({ ownership }) => ownership?.removal?.steps ?? []).length,
  );
});
