/** Files on their way to loops: read, surveyed, set, heard, cut and kept. */
import {
  CROSSFADE_SEC,
  DECODED_CACHE_BYTES,
  SAMPLE_RATE_HZ,
} from '../../../data/contract/constants.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import { newId } from '../../../data/rules/ids.ts';
import {
  inFileOrder,
  readFileName,
  withoutCommonWords,
} from '../../../data/rules/recording/fileName.ts';
import { heldCut, type LoopCut, MIN_FILE_SEC } from '../../../data/rules/recording/imports.ts';
import { loopFrames } from '../../../data/rules/time/timing.ts';
import { regionSourceFrames } from '../../../dsp/cutRegion.ts';
import { type DecodedAudio, SoundFileError } from '../../../dsp/soundFile.ts';
import type { SoundSurvey } from '../../../dsp/survey.ts';
import { ByteCache } from '../../loading/byteCache.ts';
import type { KeptImport } from '../../loading/importStore.ts';
import { readSound } from '../../loading/readSound.ts';
import {
  addImportItems,
  dropImportItem,
  type ImportItem,
  importItem,
  imports,
  patchImportItem,
  patchImports,
} from '../../state/files.ts';
import { studioPool } from '../../workers/studioPool.ts';
import type { StudioHost } from '../host.ts';
import { withClicks } from '../metronome.ts';
import type { FileImports, GivenFile, ImportHints, NewLoop, SoundSamples } from '../Studio.ts';
import { FileAudition } from './fileAudition.ts';
import { cutIn, newItem, reasonFor } from './items.ts';
import { ImportKeeper, restoredItem } from './keepImports.ts';
import { proposedCut, proposedItem, stemGroups, sumStrikes } from './proposals.ts';

/** Files that are read at once: each may take 100 MB while it is. */
const READ_AT_ONCE = 2;

const REST_MS = 120;

type KeepLoop = (samples: SoundSamples, about: NewLoop) => Promise<Loop>;

interface Held {
  readonly given: GivenFile;
  readonly hints: ImportHints;
  readonly batch: string;
  readonly abort: AbortController;
  survey?: Pick<SoundSurvey, 'outline' | 'strikes'>;
}

const soundBytes = ({ channels, length }: DecodedAudio) => 4 * channels.length * length;

class Importer implements FileImports {
  private readonly held = new Map<string, Held>();
  private readonly sounds = new ByteCache<DecodedAudio>(DECODED_CACHE_BYTES);
  private readonly keeper = new ImportKeeper();
  private readonly heard: FileAudition;
  private readonly keep: KeepLoop;
  private reading = 0;
  private wish = 0;
  private refreshing: ReturnType<typeof setTimeout> | undefined;

  constructor(host: StudioHost, keep: KeepLoop) {
    this.heard = new FileAudition(host);
    this.keep = keep;
    void this.keeper.restore().then((kept) => this.takeUp(kept));
  }

  /** Lists what an earlier page left. What was read then need not be read again before it is heard. */
  private takeUp(kept: readonly KeptImport[]): void {
    const items = kept.map(({ id, file, path, hints, batch, survey, item }) => {
      const given = { file, path };
      this.held.set(id, {
        given,
        hints,
        batch,
        abort: new AbortController(),
        ...(survey && { survey }),
      });
      return restoredItem(item ?? { ...newItem(given, hints), id }, survey !== undefined);
    });
    addImportItems(items);
    this.pump();
  }

  add(files: readonly GivenFile[], hints: ImportHints): void {
    const batch = newId();
    const items = inFileOrder(files, ({ path }) => path).map((given) => {
      const item = newItem(given, hints);
      this.held.set(item.id, { given, hints, batch, abort: new AbortController() });
      return item;
    });
    const titles = withoutCommonWords(items.map(({ title }) => title));
    addImportItems(items.map((item, at) => ({ ...item, title: titles[at]! })));
    for (const { id } of items) {
      const { given, hints: said } = this.held.get(id)!;
      this.keeper.add({ id, file: given.file, path: given.path, hints: said, batch });
    }
    this.pump();
  }

  private pump(): void {
    while (this.reading < READ_AT_ONCE) {
      const next = imports.items.find(({ status }) => status === 'waiting');
      if (!next) return;
      this.reading += 1;
      patchImportItem(next.id, { status: 'reading' });
      void this.read(next.id).finally(() => {
        this.reading -= 1;
        this.pump();
      });
    }
  }

  private async read(id: string): Promise<void> {
    const held = this.held.get(id);
    if (!held) return;
    const { given, hints, abort, batch } = held;
    try {
      const sound = await this.soundOf(id);
      const { channels, sampleRate } = sound;
      if ((channels[0]?.length ?? 0) < MIN_FILE_SEC * sampleRate) {
        throw new SoundFileError('short', 'too little sound for a loop');
      }
      const survey = await studioPool.run(
        'survey',
        { channels, sampleRate },
        { priority: 'visible', signal: abort.signal },
      );
      held.survey = { outline: survey.outline, strikes: survey.strikes };
      this.keeper.survey({ id, ...held.survey });
      const proposed = proposedItem(sound, survey, readFileName(given.path), hints);
      patchImportItem(id, { ...proposed, status: 'ready' });
    } catch (error) {
      if (abort.signal.aborted) return;
      const note = given.file.size === 0 ? 'The file is empty' : reasonFor(error);
      patchImportItem(id, { status: 'refused', note });
    }
    this.groupStems(batch, hints);
  }

  /** Once all files of a batch are read, those of one length take one tempo, one length and one beginning. */
  private groupStems(batch: string, hints: ImportHints): void {
    const mine = imports.items.filter(({ id }) => this.held.get(id)?.batch === batch);
    if (mine.some(({ status }) => status === 'waiting' || status === 'reading')) return;
    for (const group of stemGroups(mine.filter(({ status }) => status === 'ready'))) {
      const facts = group.map(({ fileName }) => readFileName(fileName));
      const said = facts.find(({ bpm }) => bpm !== undefined) ?? facts[0]!;
      const strikes = sumStrikes(group.map(({ id }) => this.held.get(id)!.survey!.strikes));
      const cut = proposedCut(strikes, group[0]!.durationSec, said, hints);
      for (const { id, isTouched } of group) {
        patchImportItem(id, { group: group[0]!.id, ...(!isTouched && cut) });
      }
    }
  }

  /** The samples of a file, read again if they were dropped. */
  private async soundOf(id: string): Promise<DecodedAudio> {
    const known = this.sounds.get(id);
    if (known) return known;
    const held = this.held.get(id);
    if (!held) throw new Error('The file is no longer on the list');
    const { given, abort } = held;
    const sound = await readSound(given.file, given.path, {
      priority: imports.heardId === id ? 'playing' : 'visible',
      signal: abort.signal,
    });
    this.sounds.set(id, sound, soundBytes(sound));
    return sound;
  }

  remove(id: string): void {
    if (imports.heardId === id) this.stopAudition();
    this.held.get(id)?.abort.abort();
    this.held.delete(id);
    this.sounds.delete(id);
    dropImportItem(id);
  }

  clear(): void {
    for (const { id } of [...imports.items]) this.remove(id);
  }

  setCut(id: string, change: (cut: LoopCut) => LoopCut): void {
    const item = importItem(id);
    if (!item || item.durationSec === 0) return;
    const cut = heldCut(change(cutIn(item)), item.durationSec, item.barLength);
    const isTogether = imports.isTogether && item.group !== '';
    for (const other of imports.items) {
      if (other !== item && !(isTogether && other.group === item.group)) continue;
      patchImportItem(other.id, { ...cut, isTouched: true });
    }
    this.refreshSoon();
  }

  /** A drag changes a cut many times a second; it is heard again when it rests for a moment. */
  private refreshSoon(): void {
    clearTimeout(this.refreshing);
    if (imports.heardId === '') return;
    this.refreshing = setTimeout(() => {
      this.refresh().catch((cause: unknown) => {
        console.error('The file cannot be heard', cause);
        this.stopAudition();
      });
    }, REST_MS);
  }

  outline(id: string): Uint8Array | undefined {
    return this.held.get(id)?.survey?.outline;
  }

  /** One pass of a file as it is set, at 48 kHz. */
  private async passOf(item: ImportItem, priority: 'playing' | 'next') {
    const sound = await this.soundOf(item.id);
    const { sampleRate } = sound;
    const frames = loopFrames(item.length16ths, item.bps, SAMPLE_RATE_HZ);
    const start = Math.min(Math.round(item.startSec * sampleRate), sound.length - 1);
    // What lies just before and behind tells how to join the ends; the rest need not travel.
    const margin = 2 * Math.ceil(CROSSFADE_SEC * sampleRate);
    const from = Math.max(0, start - margin);
    const until = start + regionSourceFrames({ sampleRate, frames }) + margin;
    return studioPool.run(
      'cut',
      {
        channels: sound.channels.map((channel) => channel.slice(from, until)),
        region: { sampleRate, startFrame: start - from, frames },
      },
      { priority },
    );
  }

  async audition(id: string): Promise<void> {
    patchImports({ heardId: id });
    try {
      await this.refresh();
    } catch (error) {
      if (imports.heardId === id) this.stopAudition();
      throw error;
    }
  }

  /** Lets what is wished for be heard as it is set now; a newer wish takes the place of an older one. */
  private async refresh(): Promise<void> {
    this.wish += 1;
    const wish = this.wish;
    const item = importItem(imports.heardId);
    if (!item) return;
    const { length16ths, barLength } = item;
    const pass = await this.passOf(item, 'playing');
    const isCurrent = () => wish === this.wish && imports.heardId === item.id;
    if (!isCurrent()) return;
    const sound = imports.hasMetronome ? withClicks(pass, length16ths, barLength) : pass;
    await this.heard.play(sound, isCurrent);
  }

  stopAudition(): void {
    this.wish += 1;
    patchImports({ heardId: '' });
    this.heard.stop();
  }

  setMetronome(isOn: boolean): void {
    patchImports({ hasMetronome: isOn });
    this.refreshSoon();
  }

  async make(id: string, userName: string): Promise<Loop> {
    const item = importItem(id);
    if (!item) throw new Error('The file is no longer on the list');
    patchImportItem(id, { status: 'adding', note: '' });
    try {
      const channels = await this.passOf(item, 'next');
      const { title, category, bps, barLength, length16ths, root, scale } = item;
      const loop = await this.keep(
        { channels, sampleRate: SAMPLE_RATE_HZ },
        {
          name: title,
          category,
          bps,
          barLength,
          length16ths,
          userName,
          ...(root >= 0 && { root, scale }),
        },
      );
      patchImportItem(id, { status: 'added' });
      return loop;
    } catch (error) {
      patchImportItem(id, { status: 'ready', note: reasonFor(error) });
      throw error;
    }
  }
}

/** Opens the way in for files. Nothing is read until a file is given. */
export function createFileImports(host: StudioHost, keep: KeepLoop): FileImports {
  return new Importer(host, keep);
}
