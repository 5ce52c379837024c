/** What a look is seen with while it is made, as the address of the editor says it. */

/**
 * One rifff: of the house by its id, or one that is shared by the id of its share, null for the first of the house. Or a
 * room: its newest rifff as they come, or one of them that stays.
 */
export type SeenWith =
  | { readonly kind: 'rifff'; readonly id: string | null }
  | { readonly kind: 'room'; readonly jamId: string; readonly rifffId: string | null };

/** As `IdSchema` of the contract, which brings zod. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const idOf = (text: string | null) => (text !== null && ID.test(text) ? text : null);

/** Reads `?rifff=` and `?room=`. What is no id is as if it were left out. */
export function readSeenWith(query: URLSearchParams): SeenWith {
  const [jamId, id] = [idOf(query.get('room')), idOf(query.get('rifff'))];
  return jamId === null ? { kind: 'rifff', id } : { kind: 'room', jamId, rifffId: id };
}

/** The same query with another choice in it; everything else of it stays. */
export function writeSeenWith(query: URLSearchParams, seen: SeenWith): URLSearchParams {
  const next = new URLSearchParams(query);
  const set = (name: string, value: string | null) => {
    if (value === null) next.delete(name);
    else next.set(name, value);
  };
  set('room', seen.kind === 'room' ? seen.jamId : null);
  set('rifff', seen.kind === 'room' ? seen.rifffId : seen.id);
  return next;
}
