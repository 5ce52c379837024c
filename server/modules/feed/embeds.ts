import { LRUCache } from 'lru-cache';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { SharedRifff } from '../../../src/data/contract/sharing.ts';
import { knownLicence } from '../../../src/data/rules/sharing/licences.ts';
import { mediaUrl } from '../../plugins/subPath.ts';
import type { Queries } from '../../ports/database/database.ts';
import { briefLoops, peakSteps } from '../jams/brief.ts';
import { type FindLoops, presentRifffs } from '../jams/present.ts';
import { findRifffs, keyText } from '../jams/repo.ts';
import { findLoopsById, type StoredLoop } from '../library/repo.ts';
import { createKept, type Embed, KEPT_MS, makeEmbed, plainOf } from './kept.ts';
import type { ShareView } from './shareLists.ts';

/** Compressed shares that the feed keeps ready. */
const BUDGET_BYTES = 96 * 1024 * 1024;

/** What of a share, besides its rifff, never changes: it is compressed once. Its epoch brings what a deleted account changes. */
type Lasting = Omit<
  SharedRifff,
  | 'rifff'
  | 'react_counts'
  | 'liked_by_current_user'
  | 'commentCount'
  | 'removedReason'
  | 'lookKey'
  | 'look'
  | 'chart'
  | 'wonWeek'
>;

/** How much of its rifff a share shows: all of it, or what a list needs. */
export type Detail = 'whole' | 'brief';

function wholeJson(rifff: Rifff): string {
  const loops = rifff.loops.map((loop) => {
    const { peaks, bands, flatness, crest } = loop;
    // `JSON.stringify` leaves out what is undefined.
    return { ...slimLoop(loop), peaks, bands, flatness, crest };
  });
  return JSON.stringify({ ...rifff, loops });
}

const RIFFF_JSON = { whole: wholeJson, brief: briefJson };

/** The lasting members of a share as JSON without the braces. */
function embedOf(
  view: ShareView,
  rifff: Rifff,
  detail: Detail,
  publicUrl: string | undefined,
): Promise<Embed> {
  const makers = [rifff.userName, ...(rifff.creators ?? [])].filter((name) => name !== '');
  const lasting: Lasting = {
    _id: view.id,
    doc_id: view.rifffId,
    jamId: view.jamId,
    type: 'SharedRifff',
    title: view.title,
    user: view.userId,
    displayName: view.displayName,
    isDemo: view.isDemo,
    creators: [...new Set([view.userId, ...makers])],
    private: view.isPrivate,
    license: knownLicence(rifff.license),
    image: true,
    image_url: mediaUrl(`covers/${view.id}.png`, publicUrl),
    action_timestamp: view.created,
    action_timestamp_iso: new Date(view.created).toISOString(),
    ...(view.source && { source: view.source }),
  };
  const json = `${JSON.stringify(lasting).slice(1, -1)},"rifff":${RIFFF_JSON[detail](rifff)}`;
  return makeEmbed(json, [...new Set(makers)]);
}

/** The rifff of a share's piece, as it stands there. */
export function embeddedRifff(embed: Embed): unknown {
  return (JSON.parse(`{${plainOf(embed).toString('utf8')}}`) as { rifff: unknown }).rifff;
}

/** Loops that are kept to make pieces from; one takes about 6 kB. */
const MOST_LOOPS = 2000;

/** Finds loops, and keeps them for the other rifffs that hold them until `forget`, or as long as pieces. */
function keptLoops() {
  const make = () => new LRUCache<string, StoredLoop>({ max: MOST_LOOPS, ttl: KEPT_MS });
  let loops = make();
  // Another cache, so that what is on its way is not kept.
  const forget = () => {
    loops = make();
  };
  const find: FindLoops = async (queries, ids) => {
    const present = loops;
    const found = new Map<string, StoredLoop>();
    for (const id of ids) {
      const loop = present.get(id);
      if (loop) found.set(id, loop);
    }
    const missing = ids.filter((id) => !found.has(id));
    for (const [id, loop] of await findLoopsById(queries, missing)) {
      found.set(id, loop);
      present.set(id, loop);
    }
    return found;
  };
  return { find, forget };
}

export interface EmbedsOptions {
  readonly queries: Queries;
  readonly publicUrl: string | undefined;
  readonly budgetBytes?: number;
}

export type Embeds = ReturnType<typeof createEmbeds>;

/**
 * Shares as compressed JSON, as visitors see them. A committed rifff never changes and neither does what a share says of it, so that
 * each is put together and compressed once, and an answer is made of pieces.
 */
export function createEmbeds({ queries, publicUrl, budgetBytes = BUDGET_BYTES }: EmbedsOptions) {
  const kept = createKept(budgetBytes);
  const loops = keptLoops();
  /** A share that was taken back may come again under its id, and a person may get another name. */
  const nameOf = ({ id, created, title, displayName }: ShareView, detail: Detail) =>
    `${detail} ${id} ${created} ${displayName}\n${title}`;

  async function make(views: readonly ShareView[], detail: Detail): Promise<Map<string, Embed>> {
    const rows = await findRifffs(queries, views);
    const rifffs = await presentRifffs(queries, null, rows, publicUrl, loops.find);
    const byKey = new Map(
      rows.map(({ jamId, id }, at) => [keyText({ jamId, rifffId: id }), rifffs[at]!] as const),
    );
    const made = new Map<string, Embed>();
    const work = views.map(async (view) => {
      const rifff = byKey.get(keyText(view));
      if (rifff) made.set(view.id, await embedOf(view, rifff, detail, publicUrl));
    });
    await Promise.all(work);
    return made;
  }

  async function makeKept(views: readonly ShareView[], detail: Detail, epoch: string | null) {
    const made = await make(views, detail);
    for (const view of views) {
      const embed = made.get(view.id);
      if (embed) kept.keep(nameOf(view, detail), embed, epoch);
      else kept.drop(nameOf(view, detail));
    }
    return made;
  }

  return {
    /** Bytes that are kept at present. */
    get usedBytes(): number {
      return kept.usedBytes;
    },

    /** Pieces by the ids of their shares; a share whose rifff is gone is not in the answer. */
    async find(views: readonly ShareView[], detail: Detail): Promise<Map<string, Embed>> {
      const found = new Map<string, Embed>();
      const missing: ShareView[] = [];
      const old: ShareView[] = [];
      const epoch = views[0]?.epoch ?? null;
      if (views.length > 0 && kept.enter(epoch)) loops.forget();
      for (const view of views) {
        const known = kept.get(nameOf(view, detail));
        if (known) found.set(view.id, known.embed);
        else missing.push(view);
        if (known?.isOld) old.push(view);
      }
      // What cannot be made again now stays as it was for as long once more.
      if (old.length > 0) void makeKept(old, detail, epoch).catch(() => undefined);
      if (missing.length === 0) return found;
      for (const [id, embed] of await makeKept(missing, detail, epoch)) found.set(id, embed);
      return found;
    },
  };
}

/** Keys of a loop that playing and crediting need; others' unknown keys stay out of lists. */
const LOOP_KEYS = [
  '_id',
  'name',
  'creatorUserName',
  'created',
  'cdn_attachments',
  'startOffsetSamples',
  'barLength',
  'length16ths',
  'bps',
  'sampleRate',
  'frames',
  'category',
  'isLibraryLoop',
  'access',
  'license',
  'isRemoved',
  'primaryColour',
  'family',
  'root',
  'scale',
  'loudnessLufs',
  'chroma',
  'brightness',
] as const;

/** A loop without the tables that it is drawn from. */
function slimLoop(loop: Loop): Record<string, unknown> {
  const slim: Record<string, unknown> = {};
  for (const key of LOOP_KEYS) if (loop[key] !== undefined) slim[key] = loop[key];
  return slim;
}

/**
 * A rifff as the feed lists it (`briefRifff`), in JSON. Its `peakData` is written here because 1536 numbers take
 * `JSON.stringify` longer than all the rest.
 */
export function briefJson(rifff: Rifff): string {
  const { peakData, ...rest } = rifff;
  const loops = briefLoops(rifff).map((loop) => ({
    ...slimLoop(loop),
    ...(loop.peaks && { peaks: loop.peaks }),
  }));
  const json = JSON.stringify({ ...rest, loops });
  if (!peakData) return json;
  const steps = peakSteps(peakData).map(({ value, bins }) => `,${value}`.repeat(bins));
  return `${json.slice(0, -1)},"peakData":[${steps.join('').slice(1)}]}`;
}
