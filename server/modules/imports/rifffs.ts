import { isColourCode } from '../../../src/data/contract/colours.ts';
import type { ImportResults } from '../../../src/data/contract/imports.ts';
import { type Rifff, RifffSchema, type RifffState } from '../../../src/data/contract/rifff.ts';
import {
  authoredRifff,
  canonicalRifff,
  postedRifffFault,
} from '../../../src/data/rules/sharing/posted.ts';
import { type JudgedRifff, rightsRefusal } from '../../../src/data/rules/sharing/rights.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { ValidationFailure, validateWith } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import { findReadableRifffs } from '../jams/access.ts';
import { MAX_CREATORS } from '../jams/commit.ts';
import { derivedFields } from '../jams/derived.ts';
import { lockJam } from '../jams/events.ts';
import { isOpen } from '../jams/importedRights.ts';
import { findRifffs, keyText, type StoredRifff } from '../jams/repo.ts';
import { slotLoopIds } from '../library/present.ts';
import { type ImportsContext, toldTime } from './context.ts';
import { keptRights } from './loops.ts';
import { reserveMissing } from './missing.ts';
import { type PeopleHere, peopleOf } from './people.ts';
import { type ProvenLine, provenLine } from './proof.ts';
import { type NewRifff, refreshRifff, storeRifffs } from './rifffRows.ts';
import { findUsable, type UsableLoop } from './usable.ts';

/** Clocks of two servers differ; what is further ahead of this one is wrong. */
const AHEAD_MS = 24 * 3_600_000;

type Result = ImportResults['results'][number];

/** A rifff that can be stored. */
interface Good extends ProvenLine {
  readonly rifff: Rifff;
  readonly digest: string;
}
/** That, or why it cannot. */
type Judged = Good | { readonly id: string; readonly reason: string };

/** What a damaged thing goes by, as far as it says so. */
export function idOf(value: unknown): string {
  const { _id, id } = (value ?? {}) as { _id?: unknown; id?: unknown };
  const said = _id ?? id;
  return typeof said === 'string' ? said.slice(0, 64) : '';
}

/** Its reason in plain words; anything else is thrown again. */
export function reasonOf(error: unknown): string {
  if (error instanceof ValidationFailure) return error.message.slice(0, 300);
  throw error;
}

/** What the same rifff again is known by: everything that its source says of it but what the server derives. */
function digestOf(rifff: Rifff): string {
  const { created, userName, originalId } = rifff;
  return sha256(
    JSON.stringify([created, userName, originalId, canonicalRifff(authoredRifff(rifff))]),
  );
}

function judge(value: unknown, source: ImportRow): Judged {
  const { sourceJam } = source;
  try {
    const { proof: _, ...rest } = validateWith(RifffSchema, value, 'rifff');
    const rifff = rest as Rifff;
    const id = rifff._id;
    const fault = postedRifffFault(rifff);
    if (fault) return { id, reason: `${fault.field}: ${fault.reason}` };
    if (rifff.isRemoved === true) return { id, reason: 'It was removed there' };
    if (rifff.created > Date.now() + AHEAD_MS) return { id, reason: 'Its time is ahead of now' };
    if (rifff.parent?.rifffId === id && rifff.parent.jamId === sourceJam) {
      return { id, reason: 'It names itself as what it came from' };
    }
    return { rifff, digest: digestOf(rifff), ...provenLine(source, 'rifff', value) };
  } catch (error) {
    return { id: idOf(value), reason: reasonOf(error) };
  }
}

/** The slots with the ids that their loops have here. */
function stateHere(state: RifffState, nameHere: (id: string) => string): RifffState {
  const playback = state.playback.map((place) => {
    const { current } = place.slot;
    if (!current) return place;
    const renamed = { ...current, currentLoop: nameHere(current.currentLoop) };
    return { ...place, slot: { ...place.slot, current: renamed } };
  });
  return { ...state, playback };
}

/** Is a jam of the source a room? Any other is called as its owner, who is a person of the source. */
const isRoom = (jamId: string) => /^(band[0-9a-f]{10}|[0-9a-f]{64})$/.test(jamId);

/** Where rifffs came from outside of the jam: in rooms, whose ids mean the same everywhere. */
const outerParents = (rifffs: Iterable<Good>, { sourceJam }: ImportRow) =>
  [...rifffs].flatMap(({ rifff: { parent } }) =>
    parent && parent.jamId !== sourceJam && isRoom(parent.jamId) ? [parent] : [],
  );

/** A parent in another room is kept where the account may read it, so that no import tells what is in closed rooms. */
function parentHere(
  { parent }: Rifff,
  { source, people, parents }: Pick<Here, 'source' | 'people' | 'parents'>,
): NonNullable<Rifff['parent']> | null {
  if (!parent) return null;
  const { jamId, rifffId } = parent;
  if (jamId === source.sourceJam) return { jamId: source.jamId, rifffId };
  if (!isRoom(jamId)) return { jamId: people.here(jamId), rifffId };
  const found = parents.get(keyText(parent));
  return found === undefined ? null : { jamId: found.jamId, rifffId };
}

type Rights = Parameters<typeof keptRights>[0];

interface Here {
  readonly source: ImportRow;
  readonly people: PeopleHere;
  /** Loops with sound by their ids in the source. */
  readonly usable: ReadonlyMap<string, UsableLoop>;
  /** What loops are called here that have none. */
  readonly reserved: ReadonlyMap<string, string>;
  /** Parents in other rooms that the account may read, by `keyText`. */
  readonly parents: ReadonlyMap<string, Pick<StoredRifff, 'jamId'>>;
}

/** The row of a rifff but for its place in time, which is known only when its turn comes. */
function complete({ rifff, digest, isOwn, isProven }: Good, here: Here): NewRifff {
  const { source, people, usable, reserved } = here;
  const parent = parentHere(rifff, here);
  const nameHere = (id: string) => usable.get(id)?.id ?? reserved.get(id) ?? id;
  const held = slotLoopIds(rifff).flatMap((id) => usable.get(id) ?? []);
  const loops = held.map(({ doc }) => doc);
  // Who made the loops of the library goes by the same name everywhere.
  const house = new Set(held.filter((one) => one.isLibrary).map((one) => one.doc.creatorUserName));
  // A colour that says nothing falls back to that of the first ring.
  const authored = {
    ...authoredRifff(rifff),
    state: stateHere(authoredRifff(rifff).state, nameHere),
  };
  const userName = people.maker(rifff.userName, { isOwn });
  const creators = (rifff.creators ?? [])
    .slice(0, MAX_CREATORS)
    .map((name) => (house.has(name) ? name : people.here(name)));
  const { clientCreated } = rifff as { clientCreated?: unknown };
  const rights = keptRights(rifff as Rights, { isProven });
  // What it remixed there is not known here without its parent.
  const originalId = rifff.parent && !parent ? undefined : rifff.originalId;
  const derived = derivedFields({ ...authored, loops });
  const doc: Rifff = {
    ...authored,
    parent,
    jamId: source.jamId,
    created: toldTime(rifff.created),
    clientCreated: Number.isSafeInteger(clientCreated) ? clientCreated : rifff.created,
    userName,
    creators: [...new Set(creators)],
    ...(originalId !== undefined && { originalId }),
    ...rights,
    ...derived,
    ...(isColourCode(rifff.colour) && { colour: rifff.colour }),
    loops: [],
  };
  return {
    doc,
    loopIds: [...new Set(slotLoopIds(authored))],
    row: {
      jamId: source.jamId,
      id: rifff._id,
      userId: userName,
      digest,
      ...rights,
      parentJamId: parent?.jamId ?? null,
      parentId: parent?.rifffId ?? null,
      originalId: originalId ?? null,
      isImported: true,
    },
  };
}

const SLOTS = (count: number) => `${count} of its loops ${count === 1 ? 'is' : 'are'} not here`;

/** Why a rifff came in with less than it had. */
function lack(
  rifff: Rifff,
  { doc }: NewRifff,
  usable: Here['usable'],
): { reason?: string; hasLostParent?: true } {
  const lacking = slotLoopIds(rifff).filter((id) => !usable.has(id)).length;
  return {
    ...(lacking > 0 && { reason: `${SLOTS(lacking)}: their slots are silent` }),
    ...(rifff.parent && !doc.parent && { hasLostParent: true as const }),
  };
}

/** Why a rifff may not come into a jam that is open to others; null where it may. */
const closedTo = ({ doc }: NewRifff, rifff: Rifff, usable: Here['usable']): string | null => {
  const loops = slotLoopIds(rifff).flatMap((id) => usable.get(id)?.doc ?? []);
  const refusal = rightsRefusal('publish', doc as JudgedRifff, loops);
  return refusal && `${refusal}: make the jam private first`;
};

const findStored = async (queries: Queries, jamId: string, ids: readonly string[]) =>
  new Map(
    (
      await findRifffs(
        queries,
        ids.map((rifffId) => ({ jamId, rifffId })),
      )
    ).map((row): [string, StoredRifff] => [row.id, row]),
  );

/**
 * Stores rifffs of an import in one transaction: each is stored, there already, or left out with a reason. It is not told
 * of them, and they count in no chart. One that was stored while sound was missing is completed once it came.
 */
export async function importRifffs(
  { database }: Pick<ImportsContext, 'database'>,
  source: ImportRow,
  values: readonly unknown[],
): Promise<ImportResults> {
  const judged = values.map((value) => judge(value, source));
  const good = new Map<string, Good>();
  for (const one of judged) {
    if ('rifff' in one && !good.has(one.rifff._id)) good.set(one.rifff._id, one);
  }
  const ids = new Set([...good.values()].flatMap(({ rifff }) => slotLoopIds(rifff)));
  const usable = await findUsable(database.queries, source, [...ids]);
  const holders = [...good.values()].flatMap(({ rifff }) =>
    slotLoopIds(rifff)
      .filter((id) => !usable.has(id))
      .map((id) => [id, rifff] as const),
  );
  const people = peopleOf(source);
  const parents = await findReadableRifffs(
    database.queries,
    { userId: source.userId } as Identity,
    outerParents(good.values(), source),
  );
  const outcomes = await writeFor(database, source.userId, async (transaction) => {
    await lockJam(database, transaction, source.jamId);
    const stored = await findStored(transaction, source.jamId, [...good.keys()]);
    const reserved = await reserveMissing(transaction, source, new Map(holders));
    const here: Here = { source, people, usable, reserved, parents };
    const isPublic = await isOpen(transaction, source.jamId);
    const results = new Map<string, Result>();
    const fresh: NewRifff[] = [];
    for (const [id, one] of good) {
      const there = stored.get(id);
      const made = complete(one, here);
      const closed = isPublic ? closedTo(made, one.rifff, usable) : null;
      if (closed !== null) {
        results.set(id, { id, outcome: 'skipped', reason: closed });
      } else if (there && there.digest !== one.digest) {
        const reason = 'Another rifff has this id in the jam';
        results.set(id, { id, outcome: 'skipped', reason });
      } else if (there) {
        await refreshRifff(transaction, there, made);
        results.set(id, { id, outcome: 'same' });
      } else {
        fresh.push(made);
        results.set(id, { id, outcome: 'stored', ...lack(one.rifff, made, usable) });
      }
    }
    await people.store(transaction);
    await storeRifffs(transaction, source, fresh);
    return results;
  });
  const seen = new Set<string>();
  return {
    results: judged.map((one): Result => {
      if (!('rifff' in one)) return { ...one, outcome: 'skipped' };
      const id = one.rifff._id;
      const isAgain = seen.has(id);
      seen.add(id);
      return isAgain ? { id, outcome: 'skipped', reason: 'It came twice' } : outcomes.get(id)!;
    }),
  };
}
