/** Brings what a reader finds to a server, a batch at a time. Started again it goes on where it stopped. */
import {
  IMPORT_IDS_MAX,
  IMPORT_MESSAGES_MAX,
  IMPORT_PEOPLE_MAX,
  IMPORT_RIFFFS_MAX,
  type ImportedMessage,
  type ImportedPerson,
  type ImportResults,
} from '../../../data/contract/imports.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type {
  ImportProgress,
  ImportReport,
  JamSource,
  SoundMaker,
  SourceItem,
} from '../JamSource.ts';
import { inLanes, sendOrSplit } from './batches.ts';
import type { ImportCalls } from './ImportCalls.ts';
import { ImportStop, patiently, type Wait, waitFor } from './patience.ts';
import { type Counted, Tally } from './tally.ts';

/** Loops on their way at once: one is read here, one sent, one decoded and one stored. */
const LOOPS_AT_ONCE = 4;
/** A body of more than 1 MB is refused; eight bytes of it may become one. */
const MAX_BODY_CHARS = 500_000;
/** Said of what a rifff came from, where that was dropped. */
const LOST_PARENT =
  'it is not here, or in a room that you may not read here: the rifff begins a line';

export interface ImportOptions {
  readonly calls: ImportCalls;
  readonly makeSound: SoundMaker;
  onProgress?(progress: ImportProgress): void;
  readonly signal?: AbortSignal;
  /** In place of real time, for tests. */
  readonly wait?: Wait;
}

type ItemOf<K extends SourceItem['kind']> = Extract<SourceItem, { kind: K }>;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

class Run {
  readonly tally = new Tally();
  private readonly options: ImportOptions;
  private readonly source: JamSource;
  private importId: string | null = null;
  private people: ImportedPerson[] = [];
  private loops: ItemOf<'loop'>[] = [];
  private rifffs: Rifff[] = [];
  /** Ids of loops that came, or were said to be lost. */
  private readonly named = new Set<string>();
  private rifffChars = 0;
  private messages: ImportedMessage[] = [];
  private messageChars = 0;

  constructor(source: JamSource, options: ImportOptions) {
    this.source = source;
    this.options = options;
  }

  private ask<T>(make: (calls: ImportCalls, id: string, signal?: AbortSignal) => Promise<T>) {
    const { calls, wait = waitFor, signal } = this.options;
    const id = this.importId;
    if (id === null) throw new ImportStop('This is no source: it names no jam first.');
    return patiently(() => make(calls, id, signal), wait, signal);
  }

  /** Says once of each loop that stands in rifffs alone that it is not there. */
  private nameLost({ state, loops }: Rifff): void {
    const removed = new Set(loops.map(({ _id }) => _id));
    for (const { slot } of state.playback) {
      const id = slot.current?.currentLoop;
      if (id === undefined || removed.has(id) || this.named.has(id)) continue;
      this.named.add(id);
      this.tally.skip(`loop ${id}`, 'it is not in what was brought; its slots are silent');
    }
  }

  private tell(): void {
    this.options.onProgress?.(this.tally.progress(this.source));
  }

  /** Takes one thing; what it needs was taken before it. */
  async take(item: SourceItem): Promise<void> {
    switch (item.kind) {
      case 'jam':
        return this.begin(item);
      case 'skipped':
        for (const word of item.what.split(/\s+/)) this.named.add(word);
        return this.tally.skip(item.what, item.reason);
      case 'person':
        this.people.push(item.person);
        if (this.people.length >= IMPORT_PEOPLE_MAX) await this.sendPeople();
        return;
      case 'loop':
        this.named.add(item.loop._id);
        this.loops.push(item);
        if (this.loops.length >= IMPORT_IDS_MAX) await this.sendLoops();
        return;
      case 'rifff':
        this.nameLost(item.rifff);
        this.rifffs.push(item.rifff);
        this.rifffChars += JSON.stringify(item.rifff).length;
        if (this.rifffs.length >= IMPORT_RIFFFS_MAX || this.rifffChars > MAX_BODY_CHARS) {
          await this.sendRifffs();
        }
        return;
      case 'message':
        this.messages.push(item.message);
        this.messageChars += item.message.message.length;
        if (this.messages.length >= IMPORT_MESSAGES_MAX || this.messageChars > MAX_BODY_CHARS) {
          await this.sendMessages();
        }
    }
  }

  private async begin({ from, origin, jam, head }: ItemOf<'jam'>): Promise<void> {
    if (this.importId !== null) await this.finish();
    const { calls, wait = waitFor, signal } = this.options;
    const body = { kind: from, origin, jam, ...(head !== undefined && { head }) };
    const begun = await patiently(() => calls.begin(body, signal), wait, signal);
    this.importId = begun.id;
    const { jamId, name, hasOwn } = begun;
    this.tally.begin({ jamId, name, hasOwn, isProven: from === 'rondo' ? begun.isProven : null });
    this.tell();
  }

  private async sendPeople(): Promise<void> {
    const people = this.people.splice(0);
    if (people.length === 0) return;
    await sendOrSplit(
      people,
      (some) => this.ask((calls, id, signal) => calls.people(id, some, signal)),
      ({ displayName }, reason) => this.tally.skip(`the name ${displayName}`, reason),
    );
  }

  private async sendLoops(): Promise<void> {
    await this.sendPeople();
    // One that stands twice in a source is sent once.
    const byId = new Map(this.loops.splice(0).map((item) => [item.loop._id, item]));
    if (byId.size === 0) return;
    const ids = [...byId.keys()];
    const answered = await this.ask((calls, id, signal) => calls.missingLoops(id, ids, signal));
    const missing = new Set(answered);
    const wanted: ItemOf<'loop'>[] = [];
    for (const item of byId.values()) {
      if (missing.has(item.loop._id)) wanted.push(item);
      else this.tally.count('loops', 'same');
    }
    await inLanes(wanted, LOOPS_AT_ONCE, (item) => this.sendLoop(item));
  }

  private async sendLoop({ loop, sound }: ItemOf<'loop'>): Promise<void> {
    const { makeSound, signal } = this.options;
    try {
      signal?.throwIfAborted();
      const made = await makeSound(loop, await sound());
      const sent = await this.ask((calls, id) => calls.loop(id, made, signal));
      this.tally.count('loops', sent.outcome === 'same' ? 'same' : 'stored');
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ImportStop) throw error;
      const name = loop.name ? ` “${loop.name}”` : '';
      this.tally.skip(`loop ${loop._id}${name}`, reasonOf(error));
    }
    this.tell();
  }

  private async sendRifffs(): Promise<void> {
    await this.sendLoops();
    this.rifffChars = 0;
    await sendOrSplit(
      this.rifffs.splice(0),
      async (some) => {
        const answer = await this.ask((calls, id, signal) => calls.rifffs(id, some, signal));
        this.countResults(answer, 'rifffs', 'rifff');
      },
      ({ _id }, reason) => this.tally.skip(`rifff ${_id}`, reason),
    );
    this.tell();
  }

  private async sendMessages(): Promise<void> {
    await this.sendRifffs();
    this.messageChars = 0;
    await sendOrSplit(
      this.messages.splice(0),
      async (some) => {
        const answer = await this.ask((calls, id, signal) => calls.messages(id, some, signal));
        this.countResults(answer, 'messages', 'message');
      },
      ({ id }, reason) => this.tally.skip(`message ${id}`, reason),
    );
    this.tell();
  }

  /**
   * Counts what a call answered of each thing. A rifff that came in without a loop is stored: the loop was named when it
   * was lost, and the server completes the rifff where the loop comes later.
   */
  private countResults({ results }: ImportResults, kind: Counted, word: string): void {
    for (const { id, outcome, reason, hasLostParent } of results) {
      if (outcome === 'skipped')
        this.tally.skip(`${word} ${id}`, reason ?? 'the server left it out');
      else {
        this.tally.count(kind, outcome);
        if (hasLostParent) this.tally.skip(`what ${word} ${id} came from`, LOST_PARENT);
      }
    }
  }

  /** Sends what was taken. */
  async flush(): Promise<void> {
    await this.sendPeople();
    await this.sendMessages();
  }

  /** Sends what is left and ends the import of the jam. */
  async finish(): Promise<void> {
    await this.flush();
    await this.ask((calls, id, signal) => calls.finish(id, signal));
    this.importId = null;
    this.tell();
  }
}

/** A source that cannot be read any further. */
class BrokenSource extends Error {}

async function* itemsOf(source: JamSource): AsyncGenerator<SourceItem, void> {
  try {
    yield* source;
  } catch (cause) {
    throw new BrokenSource(reasonOf(cause));
  }
}

/**
 * Runs an import from its beginning; what the server has already is not sent again. Of a source that breaks off, what
 * came before comes in.
 * @returns what came of it, also where it ended before its end: `stopped` says why
 */
export async function runImport(source: JamSource, options: ImportOptions): Promise<ImportReport> {
  const run = new Run(source, options);
  const { signal } = options;
  let hasJam = false;
  const takeAll = async () => {
    for await (const item of itemsOf(source)) {
      signal?.throwIfAborted();
      hasJam ||= item.kind === 'jam';
      await run.take(item);
    }
  };
  try {
    const broken = await takeAll().then(
      () => null,
      (cause: unknown) => {
        if (cause instanceof BrokenSource && !signal?.aborted) return cause.message;
        throw cause;
      },
    );
    if (!hasJam) return run.tally.report(broken ?? 'There is no jam in it.');
    if (broken === null) await run.finish();
    else await run.flush();
    return run.tally.report(broken);
  } catch (error) {
    if (signal?.aborted) {
      return run.tally.report('It was stopped. Start it again: it goes on where it stopped.');
    }
    return run.tally.report(reasonOf(error));
  }
}
