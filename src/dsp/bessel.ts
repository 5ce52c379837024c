/** Modified Bessel function of the first kind and order 0, as a Kaiser window needs it: its power series to 1e-12. */
export function bessel0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
