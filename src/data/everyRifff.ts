/** Every rifff of a jam, a page in memory at a time. */
import { call } from './client.ts';
import { JAM_CALLS } from './contract/calls.ts';
import type { TreeNode } from './contract/jams.ts';
import type { Rifff } from './contract/rifff.ts';
import { treeOf } from './rules/jam/historyFilter.ts';

/** As many as each call gives at most. */
const NODES = 2000;
const RIFFFS = 100;

/** The whole tree, oldest first: what is committed meanwhile moves nothing of it. */
async function wholeTree(jamId: string, signal: AbortSignal): Promise<TreeNode[]> {
  const nodes = new Map<string, TreeNode>();
  let fromCreatedTime: number | undefined;
  for (;;) {
    const query = { limit: NODES, fromCreatedTime };
    const page = await call(JAM_CALLS.jamTree, { params: { id: jamId }, query }, signal);
    const before = nodes.size;
    for (const node of page.nodes) nodes.set(node.id, node);
    const oldest = page.nodes.at(-1);
    if (page.isLast || !oldest || nodes.size === before)
      return treeOf([{ nodes: [...nodes.values()] }]);
    // The time of the oldest is in the next page too, so that of the same millisecond none is passed over.
    fromCreatedTime = oldest.created + 1;
  }
}

/**
 * The rifffs of a jam with their loops, oldest first. Those taken out meanwhile are passed over.
 * @throws ApiError where it cannot be read; the signal's reason
 */
export async function* everyRifff(jamId: string, signal: AbortSignal): AsyncGenerator<Rifff> {
  const tree = await wholeTree(jamId, signal);
  for (let from = 0; from < tree.length; from += RIFFFS) {
    const ids = tree.slice(from, from + RIFFFS).map(({ id }) => id);
    const body = { rifffs: ids.map((rifffId) => ({ jamId, rifffId })) };
    const { rifffs } = await call(JAM_CALLS.rifffsQuery, { body }, signal);
    const byId = new Map<string, Rifff>(rifffs.map((rifff) => [rifff._id, rifff]));
    for (const id of ids) {
      const rifff = byId.get(id);
      if (rifff) yield rifff;
    }
  }
}
