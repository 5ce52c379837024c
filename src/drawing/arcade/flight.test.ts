import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceTo, groundOf, placeOf } from './crowd.ts';
import { createFlightInput, Flight, type FlightInput } from './flight.ts';
import { Focusing } from './focusing.ts';

const wish = fc.record({
  thrustX: fc.double({ min: -1, max: 1, noNaN: true }),
  thrustDepth: fc.double({ min: -1, max: 1, noNaN: true }),
});

function fly(flight: Flight, change: Partial<FlightInput>, sec: number, frames: number): void {
  const input = { ...createFlightInput(), ...change };
  for (let frame = 0; frame < frames; frame++) flight.advance(input, sec / frames, false);
}

describe('a flight', () => {
  test('is the same whatever the frames', () => {
    fc.assert(
      fc.property(wish, wish, (first, second) => {
        const [fine, coarse] = [new Flight(), new Flight()];
        for (const change of [first, second, {}]) {
          fly(fine, change, 0.5, 100);
          fly(coarse, change, 0.5, 7);
        }
        expect(coarse.x).toBeCloseTo(fine.x, 6);
        expect(coarse.depth).toBeCloseTo(fine.depth, 6);
      }),
    );
  });

  test('comes to rest by itself', () => {
    fc.assert(
      fc.property(wish, (change) => {
        const flight = new Flight();
        fly(flight, change, 1, 60);
        fly(flight, {}, 6, 360);
        expect(flight.isStill).toBe(true);
      }),
    );
  });

  test('reaches a goal within a second and a half, is never past it, and stays', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -20, max: 20 }),
        fc.integer({ min: -20, max: 20 }),
        (row, column) => {
          const flight = new Flight();
          flight.goTo({ row: row * 2, column });
          const input = createFlightInput();
          for (let frame = 0; frame < 120; frame++) {
            flight.advance(input, 1 / 60, false);
            expect(Math.abs(flight.x)).toBeLessThanOrEqual(Math.abs(column) + 1e-9);
            expect(Math.abs(flight.depth)).toBeLessThanOrEqual(Math.abs(row * 2) + 1e-9);
          }
          expect([flight.x, flight.depth]).toEqual([column, row * 2]);
          expect(flight.isStill).toBe(true);
        },
      ),
    );
  });

  test('follows a hand exactly, and goes on with its speed when it lets go', () => {
    const flight = new Flight();
    const input = createFlightInput();
    input.isHeld = true;
    for (let frame = 0; frame < 30; frame++) {
      input.pullX += 0.05;
      flight.advance(input, 1 / 60, false);
    }
    expect(flight.x).toBeCloseTo(1.5, 9);
    expect(flight.speedX).toBeGreaterThan(2.5);
    input.isHeld = false;
    flight.advance(input, 1 / 60, false);
    expect(flight.x).toBeGreaterThan(1.53);
  });

  test('a held hand that rests ends the flight where it is', () => {
    const flight = new Flight();
    const input = { ...createFlightInput(), isHeld: true, pullX: 1 };
    flight.advance(input, 1 / 60, false);
    for (let frame = 0; frame < 40; frame++) flight.advance(input, 1 / 60, false);
    expect(flight.x).toBe(1);
    expect(Math.abs(flight.speedX)).toBeLessThan(0.01);
  });

  test('where less motion is asked for goals are there at once, and thrust goes by steps', () => {
    const flight = new Flight();
    const input = createFlightInput();
    flight.goTo({ row: 4, column: 9 });
    flight.advance(input, 1 / 60, true);
    expect([flight.x, flight.depth, flight.isStill]).toEqual([9, 4, true]);
    input.thrustX = 0.9;
    const steps = Array.from({ length: 63 }, () => flight.advance(input, 1 / 60, true));
    expect(steps.filter((step) => step === 'right')).toHaveLength(3);
    expect(steps.filter((step) => step !== null && step !== 'right')).toEqual([]);
    expect([flight.x, flight.depth]).toEqual([9, 4]);
  });
});

describe('whom a flight looks at', () => {
  const ground = groundOf(100);

  test('the nearest comes forward once the flight is calm, and the flight ends at them', () => {
    fc.assert(
      fc.property(wish, (change) => {
        const flight = new Flight();
        const focusing = new Focusing();
        const input = { ...createFlightInput(), ...change };
        for (let frame = 0; frame < 90; frame++) {
          flight.advance(input, 1 / 60, false);
          focusing.advance(ground, flight, 1 / 60, false, false);
        }
        const still = createFlightInput();
        for (let frame = 0; frame < 300; frame++) {
          flight.advance(still, 1 / 60, false);
          focusing.advance(ground, flight, 1 / 60, true, false);
        }
        expect(focusing.open).toBe(1);
        expect(flight.isStill).toBe(true);
        expect(distanceTo(flight, focusing.row, focusing.column)).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  test('nobody stands in the clearing at full speed', () => {
    const flight = new Flight();
    const focusing = new Focusing();
    const input = { ...createFlightInput(), thrustX: 1 };
    for (let frame = 0; frame < 60; frame++) {
      flight.advance(input, 1 / 60, false);
      focusing.advance(ground, flight, 1 / 60, false, false);
    }
    expect(focusing.open).toBe(0);
  });

  test('a hand that trembles between two does not swap them', () => {
    const flight = new Flight();
    const focusing = new Focusing();
    const input = { ...createFlightInput(), isHeld: true };
    flight.x = 0.5;
    const seen = new Set<number>();
    for (let frame = 0; frame < 240; frame++) {
      input.pullX = frame % 2 === 0 ? 0.04 : -0.04;
      flight.advance(input, 1 / 60, false);
      flight.speedX = 0;
      focusing.advance(ground, flight, 1 / 60, false, false);
      seen.add(focusing.rifff);
    }
    expect(seen.size).toBe(1);
  });

  test('a goal far away is reached and comes forward', () => {
    const flight = new Flight();
    const focusing = new Focusing();
    focusing.advance(ground, flight, 1 / 60, true, false);
    const wanted = (focusing.rifff + 50) % 100;
    flight.goTo(placeOf(ground, wanted, flight));
    const input = createFlightInput();
    for (let frame = 0; frame < 180; frame++) {
      flight.advance(input, 1 / 60, false);
      focusing.advance(ground, flight, 1 / 60, true, false);
    }
    expect([focusing.rifff, focusing.open]).toEqual([wanted, 1]);
  });
});
