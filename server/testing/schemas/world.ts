/** What rows the fixtures of schemas have: a small world that a server can be started on, and something in every other table. */
import { createHash } from 'node:crypto';
import { MAX_LOOPS_PER_RIFFF } from '../../../src/data/contract/constants.ts';
import { RifffSchema } from '../../../src/data/contract/rifff.ts';

/** A column of a table, as SQLite declares it. */
export interface Column {
  readonly name: string;
  /** In lower case. */
  readonly type: string;
  readonly isOptional: boolean;
  /** Is it the primary key, alone? */
  readonly isKey: boolean;
}

export type Row = Record<string, string | number | null>;

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
/** An id of this name. */
const hex = (name: string) => hashOf(name).slice(0, 32);

/** 14 November 2023. */
const THEN = 1_700_000_000_000;
/** In the year 2096. */
const LATER = 4_000_000_000_000;
const ODD = `quote ' " and \\ and \n and ü and 🥁`;

/** Who can sign in, with `TEST_PASSWORD`. */
export const MIA = 'mia';
/** Of `TEST_PASSWORD`, by Argon2id. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$grzG1w/b2sUV34GfayEUHw$t5+fMbFPYga3O/O9bi/VCRJSVcWzIF2CSHwZDRNIrQo';
export const ROOM = 'evening';
/** A jam that came with an import: migrations take back what it says of makers and licences. */
export const BROUGHT = 'brought';
/** A loop that came with it. */
export const BROUGHT_LOOP = 'loops-id-1';
/** A rifff of both jams. */
export const RIFFF = hex('rifff');
const ANSWER = hex('answer');
const LOOP = hex('loop');
/** Address of the loop's sound under `/media`. */
export const MEDIA_KEY = hex('media');

/** The files that rows name. The server never decodes them here. */
export const CONTENTS = ['a sound', 'a picture'].map((text) => Buffer.from(text.repeat(30)));

const PEOPLE = [MIA, 'tom'];

/** As servers store them: with all that the contract fills in. */
function rifffDoc(id: string, jamId: string): string {
  const playback = Array.from({ length: MAX_LOOPS_PER_RIFFF }, (_, at) => ({
    slot: { current: at === 0 ? { currentLoop: LOOP } : null },
  }));
  const doc = RifffSchema.parse({
    _id: id,
    jamId,
    created: THEN,
    userName: MIA,
    creators: [MIA],
    root: 3,
    scale: 1,
    state: { barLength: 16, bps: 2.0333333333333337, playback },
    loops: [],
    unknownKey: ODD,
  });
  return JSON.stringify(doc);
}

const loopDoc = (id: string): string =>
  JSON.stringify({
    _id: id,
    creatorUserName: MIA,
    created: THEN,
    name: 'Tide',
    startOffsetSamples: 0,
    barLength: 16,
    length16ths: 16,
    bps: 2,
    sampleRate: 48_000,
    category: 'drums',
    cdn_attachments: { oggAudio: { key: MEDIA_KEY, mime: 'audio/ogg', length: 1 } },
  });

const account = (id: string) => ({
  id,
  idFolded: id,
  displayName: id === MIA ? 'Mia' : 'Tom & Söhne',
  email: `${id}@rondo.test`,
  emailFolded: `${id}@rondo.test`,
  passwordHash: PASSWORD_HASH,
  bio: ODD,
  externalLinks: '{}',
  avatarKey: null,
  access: 'none',
  license: 'all-rights-reserved',
  termsVersionAccepted: 1,
  guestOf: null,
});

const jam = (id: string, kind: string, access: string) => ({
  id,
  kind,
  access,
  ownerId: id === 'tom' ? 'tom' : MIA,
  rifffCount: id === ROOM ? 2 : id === BROUGHT ? 1 : 0,
  name: id,
  coverKey: null,
});

const rifff = (id: string, jamId: string, parentId: string | null) => ({
  id,
  jamId,
  parentId,
  userId: MIA,
  parentJamId: parentId && jamId,
  originalId: null,
  digest: id,
  access: 'listen',
  license: 'cc-by-4.0',
  doc: rifffDoc(id, jamId),
});

/** Rows that fit together, by table; columns that they do not name are filled as everywhere. */
const TOGETHER: Readonly<Record<string, readonly Row[]>> = {
  accounts: PEOPLE.map(account),
  jams: [
    ...PEOPLE.map((id) => jam(id, 'personal', 'private')),
    // The first version of jams called those open that are public now.
    jam(ROOM, 'room', 'open'),
    jam(BROUGHT, 'room', 'private'),
  ],
  loops: [
    {
      id: LOOP,
      creatorId: MIA,
      category: 'drums',
      packId: null,
      nameFolded: 'tide',
      isLibrary: 0,
      origin: 'upload',
      approval: 'approved',
      doc: loopDoc(LOOP),
    },
  ],
  media: [{ key: MEDIA_KEY, mime: 'audio/ogg', loopId: LOOP }],
  rifffs: [rifff(RIFFF, ROOM, null), rifff(ANSWER, ROOM, RIFFF), rifff(RIFFF, BROUGHT, null)],
  rifffLoops: [
    { jamId: ROOM, rifffId: RIFFF, loopId: LOOP },
    { jamId: ROOM, rifffId: ANSWER, loopId: LOOP },
    { jamId: BROUGHT, rifffId: RIFFF, loopId: LOOP },
  ],
  shares: [
    { id: hex('share'), jamId: ROOM, rifffId: RIFFF, userId: MIA, isPrivate: 0, isRemoved: 0 },
    { id: hex('removed'), jamId: ROOM, rifffId: RIFFF, userId: MIA, isPrivate: 1, isRemoved: 1 },
    { jamId: ROOM, rifffId: RIFFF, userId: 'tom', isPrivate: 0, isRemoved: 0 },
  ],
  members: [
    { jamId: ROOM, userId: MIA, role: 'owner', isRemoved: 0 },
    { jamId: BROUGHT, userId: MIA, role: 'owner', isRemoved: 0 },
  ],
  jamEvents: [
    { jamId: ROOM, number: 1, kind: 'rifff', ref: RIFFF, userId: MIA },
    { jamId: ROOM, number: 2, kind: 'rifff', ref: ANSWER, userId: MIA },
  ],
  imports: [{ jamId: BROUGHT, userId: MIA, kind: 'bundle', bundle: null }],
  codes: [{ kind: 'join', target: ROOM }],
};

/** Values by the name of a column. */
const NAMED: Readonly<Record<string, (at: number) => string | number | null>> = {
  jamId: (at) => (at % 2 === 0 ? ROOM : BROUGHT),
  parentJamId: () => ROOM,
  rifffJamId: () => ROOM,
  rifffId: () => RIFFF,
  parentId: () => RIFFF,
  shareId: () => hex('share'),
  loopId: () => LOOP,
  // Of the import whose jam is `BROUGHT`.
  importId: () => 'imports-id-0',
  blockedId: (at) => PEOPLE[(at + 1) % 2]!,
  hash: (at) => hashOf(CONTENTS[at % 2]!),
  size: (at) => CONTENTS[at % 2]!.length,
  mime: () => 'image/png',
  access: () => 'private',
  state: () => 'done',
  status: () => 'canceled',
  note: () => ODD,
  text: () => ODD,
  reason: () => ODD,
  message: () => ODD,
  description: () => ODD,
  amount: () => '0',
  price: () => '0',
  nonce: (at) => String(at),
  expires: () => LATER,
  until: () => LATER,
  due: () => null,
};

const PERSON = /^(userId|ownerId|creatorId|createdBy|fromId|addedBy|moderatorId|followerId)$/;

function filled(table: string, column: Column, at: number): string | number | null {
  const { name, type, isOptional, isKey } = column;
  if (isOptional && at % 2 === 1) return null;
  if (table === 'importedLoops' && name === 'loopId') return at === 0 ? LOOP : BROUGHT_LOOP;
  // A jam comes from one import.
  if (table === 'imports' && name === 'jamId') return `elsewhere-${at}`;
  if (PERSON.test(name) && !isKey) return PEOPLE[at % 2]!;
  if (!isKey && NAMED[name]) return NAMED[name](at);
  // Of times, of counts, of what is numbered; all keep their value.
  if (type === 'bigint') return isKey || name === 'number' ? at + 1 : THEN + at;
  if (type === 'integer') return at + 1;
  // Demo content is taken out by a start without it, and what is removed by a job.
  if (type === 'boolean') return /^is(Demo|Deleted|Removed|Library)$/.test(name) ? 0 : at % 2;
  if (name === 'doc' && table === 'loops') return loopDoc(`loops-id-${at}`);
  if (name === 'doc' && /rifffs/i.test(table)) return rifffDoc(`${table}-id-${at}`, ROOM);
  if (type === 'json') return JSON.stringify({ at, text: ODD });
  if (type === 'double precision') return at + 0.1;
  return `${table}-${name}-${at}`;
}

/** The row number `at` of a table with these columns, which need not be all that it has one day. */
export function worldRow(table: string, columns: readonly Column[], at: number): Row {
  const together = TOGETHER[table]?.[at];
  const values = columns.map((column) => {
    const { name } = column;
    const isGiven = together && Object.hasOwn(together, name);
    return [name, isGiven ? together[name]! : filled(table, column, at)] as const;
  });
  return Object.fromEntries(values);
}

/** How many rows a new table gets. */
export const rowsOfNew = (table: string): number => Math.max(TOGETHER[table]?.length ?? 0, 2);
