import { MAX_PUPIL_NAME } from '../../../src/data/contract/classes.ts';
import { isOfficialName } from '../../../src/data/contract/reservedNames.ts';
import { newCode } from '../../kernel/codes.ts';
import { ValidationFailure } from '../../plugins/validation.ts';

/** With `pupil-` before it a user name has 14 letters. */
const LETTERS_BY_CHANCE = 8;

/** A user name that says nothing of the child: a user name stays, and is never issued again. */
export const newPupilId = (): string =>
  `pupil-${newCode('compared', LETTERS_BY_CHANCE).toLowerCase()}`;

const fold = (name: string): string => name.normalize('NFKC').toLowerCase();

/** So much of a name that the number behind it fits. */
function numbered(name: string, number: number): string {
  const tail = ` ${number}`;
  return [...name].slice(0, MAX_PUPIL_NAME - tail.length).join('') + tail;
}

/**
 * Names as a class shows them: the second `Ada` is `Ada 2`.
 * @param taken names that the class has already
 */
export function tellApart(names: readonly string[], taken: readonly string[]): string[] {
  const known = new Set(taken.map(fold));
  return names.map((name) => {
    let shown = name;
    for (let number = 2; known.has(fold(shown)); number++) shown = numbered(name, number);
    known.add(fold(shown));
    return shown;
  });
}

/** Throws a `ValidationFailure` of `field` where a name speaks for the house. */
export function refuseOfficialNames(field: 'name' | 'names', names: readonly string[]): void {
  const official = names.find(isOfficialName);
  if (official === undefined) return;
  const why = `"${official}" is kept for the people who run this server: choose another name`;
  throw new ValidationFailure({ [field]: why });
}
