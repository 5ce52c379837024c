import { isOfficialName } from '../../src/data/contract/reservedNames.ts';
import { hasOffice, type Identity } from './identity.ts';
import { ValidationFailure } from './validation.ts';

/** Throws a `ValidationFailure` of `name` where something would speak for the house that is not of its people. */
export function refuseOfficial({ roles }: Pick<Identity, 'roles'>, name: string): void {
  if (!hasOffice(roles) && isOfficialName(name)) {
    throw new ValidationFailure({ name: 'This name is kept for the people who run this server' });
  }
}
