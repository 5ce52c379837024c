/** Writes every rifff of a source as a folder of stems. A loop is decoded once; where it comes again its file is copied. */
import { constants } from 'node:fs';
import { appendFile, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainSound } from '../../../src/audio/imports/files/soundFacts.ts';
import type { JamSource, SourceSound } from '../../../src/audio/imports/JamSource.ts';
import { categoryOf } from '../../../src/data/contract/categories.ts';
import { SAMPLE_RATE_HZ } from '../../../src/data/contract/constants.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { PlayingSlot, Rifff } from '../../../src/data/contract/rifff.ts';
import { fileText } from '../../../src/data/rules/sharing/exportNames.ts';
import { licenceWords } from '../../../src/data/rules/sharing/licences.ts';
import {
  stemBpm,
  stemFileName,
  stemFolderName,
} from '../../../src/data/rules/sharing/stemFolders.ts';
import { clampPlaybackRate, loopFrames } from '../../../src/data/rules/time/timing.ts';
import { cutOrWrap, resampleLoop } from '../../../src/dsp/resample.ts';
import { encodeWav } from '../../../src/dsp/wavWrite.ts';
import { nodeCodec } from '../sound/codec.ts';

const MAX_SKIPPED = 1000;
const CREDITS = 'Credits.txt';

export interface WrittenStems {
  /** Folders. */
  readonly rifffs: number;
  readonly files: number;
  readonly skipped: readonly { readonly what: string; readonly reason: string }[];
  readonly skippedCount: number;
}

interface Held {
  readonly loop: Loop;
  readonly sound: () => Promise<SourceSound>;
}

interface StemsOptions {
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** A name that is a folder of its own, wherever it is unpacked. */
const folderText = (text: string) => fileText(text, 'Jam').replace(/^[. ]+|[. ]+$/g, '') || 'Jam';

/** How a slot's loop becomes a stem: at the tempo of the rifff unless only a page of Rondo could stretch it. */
function planOf(loop: Loop, slot: PlayingSlot, rifff: Rifff) {
  const { shiftSemitones, timeStretch } = slot.pitchShiftSettings;
  const rate = clampPlaybackRate(slot.playbackRate);
  const isOwnTempo = rate === 1 && (slot.loopBps ?? loop.bps) === rifff.state.bps;
  const isStretched = shiftSemitones !== 0 || (timeStretch && !isOwnTempo);
  if (isStretched) {
    return { bps: loop.bps, frames: loopFrames(loop.length16ths, loop.bps, SAMPLE_RATE_HZ) };
  }
  const { bps } = rifff.state;
  return { bps, frames: loopFrames(loop.length16ths / rate, bps, SAMPLE_RATE_HZ) };
}

/** One pass as a WAV file of 24 bits at 48 kHz. @throws Error where its sound is not to be had */
async function stemBytes({ loop, sound }: Held, frames: number): Promise<Uint8Array> {
  const { file, master } = await sound();
  const from = master ?? file;
  const { facts, samples } = await plainSound(from);
  const { channels } = samples ?? (await nodeCodec.decode(from, facts));
  const pass = loopFrames(loop.length16ths, loop.bps, facts.sampleRate);
  const exact = channels.map((channel) =>
    cutOrWrap(channel.subarray(Math.min(loop.startOffsetSamples, channel.length - 1)), pass),
  );
  return encodeWav(resampleLoop(exact, frames), SAMPLE_RATE_HZ, 24);
}

class StemWriter {
  rifffs = 0;
  files = 0;
  skippedCount = 0;
  readonly skipped: { what: string; reason: string }[] = [];
  private readonly folder: string;
  private readonly options: StemsOptions;
  private readonly jamFolders = new Set<string>();
  private jam = { name: 'Jam', folder: '', number: 0 };
  private readonly loops = new Map<string, Held>();
  private readonly people = new Map<string, string>();
  /** Where a loop lies already, by its id and length. */
  private readonly written = new Map<string, string>();
  private readonly credited = new Set<string>();

  constructor(folder: string, options: StemsOptions) {
    this.folder = folder;
    this.options = options;
  }

  skip(what: string, reason: string): void {
    this.skippedCount += 1;
    if (this.skipped.length < MAX_SKIPPED) this.skipped.push({ what, reason });
  }

  async begin(name: string): Promise<void> {
    const base = folderText(name);
    let own = base;
    for (let number = 2; this.jamFolders.has(own.toLowerCase()); number++)
      own = `${base} ${number}`;
    this.jamFolders.add(own.toLowerCase());
    this.jam = { name, folder: join(this.folder, own), number: 0 };
    this.loops.clear();
    this.written.clear();
    this.credited.clear();
    await mkdir(this.jam.folder, { recursive: true });
    await writeFile(join(this.jam.folder, CREDITS), `${name}\n\n`);
  }

  person(id: string, name: string): void {
    this.people.set(id, name);
  }

  /** Of a document only what names and lengths need is held. */
  loop(loop: Loop, sound: Held['sound']): void {
    const { peaks: _p, bands: _b, chroma: _h, flatness: _f, crest: _c, timbre: _t, ...rest } = loop;
    this.loops.set(loop._id, { loop: rest, sound });
  }

  async rifff(rifff: Rifff): Promise<void> {
    this.jam.number += 1;
    const { number, name } = this.jam;
    const title = stemFolderName({
      number,
      title: folderText(name),
      key: { root: rifff.root, scale: rifff.scale },
    });
    this.options.onProgress?.(`${name}: rifff ${number}`);
    const folder = join(this.jam.folder, title);
    let isThere = false;
    for (const [at, { slot }] of rifff.state.playback.entries()) {
      this.options.signal?.throwIfAborted();
      if (!slot.current) continue;
      if (!isThere) await mkdir(folder, { recursive: true });
      isThere = true;
      await this.stem(folder, at + 1, slot.current, rifff);
    }
    if (isThere) this.rifffs += 1;
    else this.skip(`rifff ${rifff._id}`, 'it plays nothing');
  }

  private async stem(
    folder: string,
    slot: number,
    current: PlayingSlot,
    rifff: Rifff,
  ): Promise<void> {
    const held = this.loops.get(current.currentLoop);
    if (!held) return this.skip(`slot ${slot} of rifff ${rifff._id}`, 'its loop is not there');
    const { loop } = held;
    const { bps, frames } = planOf(loop, current, rifff);
    const author = this.people.get(loop.creatorUserName) ?? loop.creatorUserName;
    const name = loop.name ?? categoryOf(current.category ?? loop.category).title;
    const facts = { slot, isHq: false, author, name, bpm: stemBpm(bps), created: loop.created };
    const path = join(folder, stemFileName(facts));
    const key = `${loop._id} ${frames}`;
    try {
      const before = this.written.get(key);
      if (before) await copyFile(before, path, constants.COPYFILE_FICLONE);
      else await writeFile(path, await stemBytes(held, frames));
      this.written.set(key, path);
      this.files += 1;
      await this.credit(loop, name, author);
    } catch (error) {
      this.skip(`loop ${loop._id} in rifff ${rifff._id}`, (error as Error).message);
    }
  }

  private async credit(loop: Loop, name: string, author: string): Promise<void> {
    if (this.credited.has(loop._id)) return;
    this.credited.add(loop._id);
    const licence = loop.isLibraryLoop ? '' : licenceWords(loop.license);
    const line = [name, author, licence].filter(Boolean).join(' – ');
    await appendFile(join(this.jam.folder, CREDITS), `${line}\n`);
  }
}

/**
 * Writes stem folders, one for each rifff, below a folder for each jam.
 * @throws Error of Node where nothing can be written; the reason of the signal
 */
export async function writeStems(
  source: JamSource,
  folder: string,
  options: StemsOptions = {},
): Promise<WrittenStems> {
  const writer = new StemWriter(folder, options);
  for await (const item of source) {
    options.signal?.throwIfAborted();
    if (item.kind === 'jam') await writer.begin(item.jam.name);
    else if (item.kind === 'person') writer.person(item.person.id, item.person.displayName);
    else if (item.kind === 'loop') writer.loop(item.loop, item.sound);
    else if (item.kind === 'rifff') await writer.rifff(item.rifff);
    else if (item.kind === 'skipped') writer.skip(item.what, item.reason);
  }
  const { rifffs, files, skipped, skippedCount } = writer;
  return { rifffs, files, skipped, skippedCount };
}
