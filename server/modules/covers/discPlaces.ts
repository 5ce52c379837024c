/** The place of a disc in a square, as shares of its side. */
interface DiscPlace {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** Between two discs. */
const GAP = 0.03;
/** Side by side two discs and the gap between them fill the square. */
const HALF = (1 - GAP) / 2;
/** Two in opposite corners: the line between their centres is as long as one and the gap. */
const PAIR = (Math.SQRT2 - GAP) / (1 + Math.SQRT2);
/** Rows of a triangle of discs. */
const ROW = ((HALF + GAP) * Math.sqrt(3)) / 2;
/** Above and below that triangle. */
const ROOM = (1 - HALF - ROW) / 2;

const PLACES: readonly (readonly DiscPlace[])[] = [
  [{ left: 0, top: 0, size: 1 }],
  [
    { left: 0, top: 0, size: PAIR },
    { left: 1 - PAIR, top: 1 - PAIR, size: PAIR },
  ],
  [
    { left: 0, top: ROOM, size: HALF },
    { left: 1 - HALF, top: ROOM, size: HALF },
    { left: (1 - HALF) / 2, top: ROOM + ROW, size: HALF },
  ],
  [
    { left: 0, top: 0, size: HALF },
    { left: 1 - HALF, top: 0, size: HALF },
    { left: 0, top: 1 - HALF, size: HALF },
    { left: 1 - HALF, top: 1 - HALF, size: HALF },
  ],
];

/** Where so many rifffs lie in a square. @param count 1 or more; more than four are four */
export const discPlaces = (count: number): readonly DiscPlace[] =>
  PLACES[Math.min(count, PLACES.length) - 1]!;
