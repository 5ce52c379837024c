import { gasExceeded } from './failures.ts';

/** Gas of a call: what it burns, and what it gives to receipts that it makes. Together no more than `limit`. */
export class Meter {
  readonly limit: bigint;
  burnt = 0n;
  given = 0n;
  /** More was asked for than there was. */
  isOver = false;

  constructor(limit: bigint) {
    this.limit = limit;
  }

  get left(): bigint {
    return this.limit - this.burnt - this.given;
  }

  /** @throws CallFailure where too little is left; then all of it is burnt */
  burn(gas: bigint): void {
    const isTooMuch = gas > this.left;
    this.burnt += isTooMuch ? this.left : gas;
    if (!isTooMuch) return;
    this.isOver = true;
    throw gasExceeded();
  }

  /** Throws as `burn` does. */
  give(gas: bigint): void {
    if (gas > this.left) this.burn(gas);
    this.given += gas;
  }
}
