/**
 * Where the sound of takes of the account's other devices comes from. Apart from the store of sounds, since a page lends
 * before its first sound and the store comes after.
 */
type TakeReader = (loopId: string) => Promise<Blob | null>;

let reader: TakeReader = () => Promise.resolve(null);

/** Says where the sound of takes comes from. The last one counts. */
export function provideTakes(provided: TakeReader): void {
  reader = provided;
}

/** The sound of a take that another device made, as a file; null where there is none. */
export const readTake: TakeReader = (loopId) => reader(loopId);
