/** Looks by their keys: those of the house by their names, those of a room or of people by their ids. */
import { call } from '../../../data/client.ts';
import { LOOK_CALLS } from '../../../data/contract/lookCalls.ts';
import type { LookDocument } from '../../../data/contract/looks.ts';
import type { LookCopy } from '../../../data/contract/savedLooks.ts';
import { type LookGround, STAGE_LOOKS, type StageLook } from '../../../data/contract/stageLooks.ts';

/** A look with the key that addresses and remote controls know it by. */
export interface ShownLook {
  readonly key: string;
  /** One of the house by its name, or a document. */
  readonly look: StageLook | LookDocument;
}

const isOfHouse = (key: string): key is StageLook => Object.hasOwn(STAGE_LOOKS, key);

/** A look of the house; null for any other key. */
export function houseLook(key: string): ShownLook | null {
  return isOfHouse(key) ? { key, look: key } : null;
}

export const HOUSE_LOOKS: readonly ShownLook[] = (Object.keys(STAGE_LOOKS) as StageLook[]).map(
  (key) => ({ key, look: key }),
);

/** A look that a share or a jam has, as pages draw it: one of the house by its name. */
export const copiedLook = ({ key, document }: Pick<LookCopy, 'key' | 'document'>): ShownLook =>
  houseLook(key) ?? { key, look: document };

/** What people call it. */
export const lookTitle = ({ look }: Pick<ShownLook, 'look'>): string =>
  typeof look === 'string' ? STAGE_LOOKS[look].title : look.name;

/** What lies behind its picture. */
export const lookGround = ({ look }: Pick<ShownLook, 'look'>): LookGround =>
  typeof look === 'string' ? STAGE_LOOKS[look].ground : look.ground;

const isSame = (one: ShownLook, other: ShownLook) =>
  JSON.stringify(one.look) === JSON.stringify(other.look);

/**
 * Looks that the stages of a jam may use, in order; all of the house where it has chosen none.
 *
 * @param known what was read before: what is still the same stays the same object, so that nothing is solved anew
 * @throws ApiError
 */
export async function readRoomLooks(
  jamId: string,
  known: readonly ShownLook[],
  signal: AbortSignal,
): Promise<readonly ShownLook[]> {
  const { looks } = await call(LOOK_CALLS.roomLooks, { params: { id: jamId } }, signal);
  if (looks.length === 0) return HOUSE_LOOKS;
  return looks.map((copy) => {
    const own = copiedLook(copy);
    return known.find((one) => one.key === own.key && isSame(one, own)) ?? own;
  });
}

/** A look of any person by its id, where it is public or the reader's own. @throws ApiError */
export async function readLookById(lookId: string, signal: AbortSignal): Promise<ShownLook> {
  const { look } = await call(LOOK_CALLS.look, { params: { lookId } }, signal);
  return { key: lookId, look: look.document };
}
