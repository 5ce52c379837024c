/** What is looked through: the accounts, rooms, rifffs and shares of the bench of the feed, under names that differ. */
import { type Amounts, benchTables, seeded, type Table, type Value } from '../feed/data.ts';

export const FULL: Amounts = {
  accounts: 50_000,
  shares: 200_000,
  likes: 200_000,
  comments: 0,
  follows: 0,
};
export const SMALL: Amounts = {
  accounts: 1000,
  shares: 4000,
  likes: 4000,
  comments: 0,
  follows: 0,
};

const SYLLABLES = 'ka lo mi ren tu sha vel dor ni pa ze ru gol fi bran te os ul wa sel'.split(' ');
const VOCABULARY = 4000;
/** Words that stand in every second title, as they do in life. */
const COMMON = ['loop', 'rifff', 'a', 'jam', 'beat'];

/** A word by its number: the same on every run. */
export function wordOf(at: number): string {
  let [rest, word] = [at + 20, ''];
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
}

/** The number of a word, the first ones far more often than the last. */
const zipf = (random: () => number) => Math.floor(VOCABULARY ** random());

/** The title of a share by its number. */
export function titleOf(at: number): string {
  const random = seeded(at + 1);
  const words = Array.from({ length: 1 + Math.floor(random() * 3) }, () => wordOf(zipf(random)));
  if (random() < 0.5) words.push(COMMON[Math.floor(random() * COMMON.length)]!);
  return words.join(' ');
}

/** A person's name, by number. */
export const personOf = (at: number) => `${wordOf(at % 700)} ${wordOf(at % 3001)}`;

/** A table with another value in one of its columns. */
function withColumn(table: Table, name: string, value: (at: number, row: Value[]) => Value): Table {
  const index = Object.keys(table.columns).indexOf(name);
  return {
    ...table,
    row: (at) => {
      const row = table.row(at);
      row[index] = value(at, row);
      return row;
    },
  };
}

/** Prototypes of documents at 60 to 180 bpm and in every key, some far more often. */
function manySounds(docEnds: readonly string[]): string[] {
  const random = seeded(23);
  return docEnds.map((text) => {
    const [bpm, root] = [60 + Math.floor(random() * 121), Math.floor(random() ** 2 * 12)];
    const scale = Math.floor(random() ** 3 * 18);
    return text
      .replace('"bps":2,', `"bps":${bpm / 60},`)
      .replace('"scale":0,"root":0', `"scale":${scale},"root":${root}`);
  });
}

/** Everything to fill, for a migrated database that holds the starter loops. Every fifth jam is open. */
export function searchTables(amounts: Amounts, endMs: number): Table[] {
  return benchTables(amounts, endMs).map((table) => {
    switch (table.name) {
      case 'accounts':
        return withColumn(table, 'displayName', personOf);
      case 'jams': {
        const open = withColumn(table, 'access', (at) => (at % 5 ? 'private' : 'public'));
        const named = withColumn(open, 'name', (at) => titleOf(at + 7));
        // Those without anything in them are not shown.
        return withColumn(named, 'rifffCount', () => 4);
      }
      case 'rifffs':
        return { ...table, docEnds: manySounds(table.docEnds ?? []) };
      case 'shares':
        return withColumn(table, 'title', titleOf);
      default:
        return table;
    }
  });
}
