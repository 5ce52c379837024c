import type { Insertable } from 'kysely';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { arrangedSlots } from '../../../src/data/rules/arranging/arrange.ts';
import type { PlannedKey, PlannedRifff } from '../../../src/data/rules/demo/history.ts';
import { DEMO_PEOPLE } from '../../../src/data/rules/demo/people.ts';
import type { DemoJam } from '../../../src/data/rules/demo/plan.ts';
import { authoredRifff, canonicalRifff } from '../../../src/data/rules/sharing/posted.ts';
import { sha256 } from '../../plugins/identity.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { EMPTY_ACCOUNT } from '../../ports/database/schemaAccounts.ts';
import { MAX_CREATORS } from '../jams/commit.ts';
import { derivedFields } from '../jams/derived.ts';
import { EMPTY_JAM } from '../jams/personalJam.ts';
import { slotLoopIds } from '../library/present.ts';

/** Raise it when the plan changes: the next start takes the old demo content out and makes the new. */
export const DEMO_VERSION = 3;
const DAY_MS = 86_400_000;
/** Accounts are older than everything that they made. */
const ACCOUNTS_AGO_MS = 366 * DAY_MS;
/** What demo rifffs may be used for. */
const RIGHTS = { access: 'download', license: 'cc-by-4.0' } as const;

/** SHA-256 of a text in hex, other for every version of the demo content. */
export const demoHash = (text: string): string => sha256(`rondo demo ${DEMO_VERSION} ${text}`);

/** An id of our shape, the same at every start: 48-bit milliseconds, then 80 bits of a digest. */
export function idAt(createdMs: number, text: string): string {
  return createdMs.toString(16).padStart(12, '0') + demoHash(text).slice(0, 20);
}

/** Rows of one jam with everything in it. */
export interface DemoRows {
  readonly key: string;
  readonly jam: Insertable<Schema['jams']>;
  readonly rifffs: readonly Insertable<Schema['rifffs']>[];
  readonly rifffLoops: readonly Insertable<Schema['rifffLoops']>[];
  readonly shares: readonly Insertable<Schema['shares']>[];
  readonly likes: readonly Insertable<Schema['likes']>[];
}

/** Rows of the demo accounts: no password and no address, so that no one can sign in. */
export function demoAccounts(startMs: number): Insertable<Schema['accounts']>[] {
  return DEMO_PEOPLE.map(({ userId, displayName, bio }, at) => ({
    ...EMPTY_ACCOUNT,
    ...RIGHTS,
    id: userId,
    idFolded: userId.toLowerCase(),
    displayName,
    created: startMs - ACCOUNTS_AGO_MS + at * 60_000,
    isDemo: true,
    bio,
    client: 'demo',
  }));
}

/** Id of the open room of a key. */
export const roomIdOf = (key: string): string => `band${demoHash(`room ${key}`).slice(0, 10)}`;

function jamId({ room, name }: Pick<DemoJam, 'room' | 'name'>): string {
  return name === null ? room.ownerId : roomIdOf(room.key);
}

/** The personal jam of every demo account that the plan fills with nothing. */
function emptyJams(jams: readonly DemoJam[], startMs: number): DemoRows[] {
  const owners = new Set(jams.filter(({ name }) => name === null).map(({ room }) => room.ownerId));
  return DEMO_PEOPLE.filter(({ userId }) => !owners.has(userId)).map(({ userId, displayName }) => ({
    key: userId,
    jam: {
      id: userId,
      longId: demoHash(`long ${userId}`),
      kind: 'personal',
      ownerId: userId,
      name: displayName,
      access: 'private',
      created: startMs - ACCOUNTS_AGO_MS,
      ...EMPTY_JAM,
      isDemo: true,
    },
    rifffs: [],
    rifffLoops: [],
    shares: [],
    likes: [],
  }));
}

/** Turns a plan into rows, relative to the time of the first start. */
export class Writer {
  readonly jams: ReadonlyMap<string, DemoJam>;
  readonly startMs: number;

  constructor(jams: readonly DemoJam[], startMs: number) {
    this.jams = new Map(jams.map((jam) => [jam.room.key, jam]));
    this.startMs = startMs;
  }

  planned({ jam, at }: PlannedKey): PlannedRifff {
    return this.jams.get(jam)!.rifffs[at]!;
  }

  /** Id of a jam by its key. */
  jamIdOf(key: string): string {
    return jamId(this.jams.get(key)!);
  }

  idOf(key: PlannedKey): string {
    const created = this.startMs - this.planned(key).agoMs;
    return idAt(created, `rifff ${key.jam} ${key.at}`);
  }

  parentOf({ parent }: PlannedRifff) {
    if (!parent) return null;
    return { jamId: this.jamIdOf(parent.jam), rifffId: this.idOf(parent) };
  }

  /** Everyone who made something of it: its maker, makers above from the nearest, makers of its loops. */
  creatorsOf(rifff: PlannedRifff): string[] {
    const names = [rifff.userId];
    for (let { parent } = rifff; parent; { parent } = this.planned(parent)) {
      names.push(this.planned(parent).userId);
    }
    for (const { loop } of rifff.voices) names.push(loop.creatorUserName);
    return [...new Set(names)].slice(0, MAX_CREATORS);
  }

  /** The document as a commit would have stored it. */
  documentOf(key: PlannedKey): Rifff {
    const rifff = this.planned(key);
    const { bps, barLength, root, scale } = rifff.key;
    const created = this.startMs - rifff.agoMs;
    const loops = rifff.voices.map(({ loop }) => loop);
    const state = { barLength, bps, playback: arrangedSlots(rifff.voices) };
    const parent = this.parentOf(rifff);
    const isRemix = rifff.parent && this.planned(rifff.parent).userId !== rifff.userId;
    return {
      _id: this.idOf(key),
      jamId: this.jamIdOf(key.jam),
      created,
      clientCreated: created,
      userName: rifff.userId,
      creators: this.creatorsOf(rifff),
      state,
      loops: [],
      root,
      scale,
      parent,
      ...(isRemix && parent && { originalId: parent.rifffId }),
      ...RIGHTS,
      ...derivedFields({ state, loops }),
    };
  }

  rifffRow(doc: Rifff): Insertable<Schema['rifffs']> {
    return {
      jamId: doc.jamId!,
      id: doc._id,
      userId: doc.userName,
      created: doc.created,
      parentJamId: doc.parent?.jamId ?? null,
      parentId: doc.parent?.rifffId ?? null,
      originalId: doc.originalId ?? null,
      digest: sha256(canonicalRifff(authoredRifff(doc))),
      ...RIGHTS,
      doc: JSON.stringify(doc),
    };
  }

  rifffRows(docs: readonly Rifff[]): Pick<DemoRows, 'rifffs' | 'rifffLoops'> {
    return {
      rifffs: docs.map((doc) => this.rifffRow(doc)),
      rifffLoops: docs.flatMap((doc) =>
        slotLoopIds(doc).map((loopId) => ({ jamId: doc.jamId!, rifffId: doc._id, loopId })),
      ),
    };
  }

  feedRows(jam: DemoJam) {
    const shares: Insertable<Schema['shares']>[] = [];
    const likes: Insertable<Schema['likes']>[] = [];
    for (const { at, title, agoMs, likes: planned } of jam.shares) {
      const key = { jam: jam.room.key, at };
      const created = this.startMs - agoMs;
      const id = idAt(created, `share ${key.jam} ${at}`);
      shares.push({
        id,
        jamId: jamId(jam),
        rifffId: this.idOf(key),
        userId: this.planned(key).userId,
        title,
        isPrivate: false,
        created,
        likeCount: planned.length,
        source: null,
        isRemoved: false,
      });
      for (const like of planned) {
        likes.push({ shareId: id, userId: like.userId, created: this.startMs - like.agoMs });
      }
    }
    return { shares, likes };
  }

  jamRows(jam: DemoJam): DemoRows {
    const { room, name, rifffs } = jam;
    const owner = DEMO_PEOPLE.find(({ userId }) => userId === room.ownerId);
    const docs = rifffs.map((_, at) => this.documentOf({ jam: room.key, at }));
    return {
      key: room.key,
      jam: {
        id: jamId(jam),
        longId: demoHash(`long ${room.key}`),
        kind: name === null ? 'personal' : 'room',
        ownerId: room.ownerId,
        name: name ?? owner?.displayName ?? room.ownerId,
        access: name === null ? 'private' : 'public',
        created:
          name === null ? this.startMs - ACCOUNTS_AGO_MS : (docs[0]?.created ?? this.startMs),
        ...EMPTY_JAM,
        rifffCount: docs.length,
        latest: docs.at(-1)?.created ?? null,
        isDemo: true,
      },
      ...this.rifffRows(docs),
      ...this.feedRows(jam),
    };
  }
}

/** Rows of every demo jam but channels, those first that others go on from. */
export function demoRows(jams: readonly DemoJam[], writer: Writer): DemoRows[] {
  return [...jams.map((jam) => writer.jamRows(jam)), ...emptyJams(jams, writer.startMs)];
}
