/** Writes a rifff as a DAWproject: the loop of every slot as it lies on the grid, its mixer and its clip. */

import { categoryOf } from '../../../data/contract/categories.ts';
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { loopInSlot, playingSlot } from '../../../data/rules/draft/draft.ts';
import { nameIn } from '../../../data/rules/sharing/credits.ts';
import { fileText, slotName } from '../../../data/rules/sharing/exportNames.ts';
import { barFrames, rifffBars } from '../../../data/rules/time/timing.ts';
import { gainOfDb } from '../../master/master.ts';
import { planSlots } from '../../player/slotPlans.ts';
import { EXPORT_GAIN_DB } from '../chunks.ts';
import type { SoundDesk } from '../desk.ts';
import type { ExportJob } from '../Exporter.ts';
import { writeSlotSound } from '../slotSound.ts';
import type { ZipWriter } from '../zipWriter.ts';
import { metadataXml, type ProjectTrack, projectXml } from './projectXml.ts';

/** Bars of one round of a slot on the grid, no more than the arrangement has. */
function clipBars(rifff: Rifff, slot: number, turns: number): number {
  const bars = planSlots(rifff).plans[slot]!.pattern.grid.bars;
  return Math.min(bars, turns * rifffBars(rifff));
}

/** Frames of sound that a project holds. */
export function projectFrames(rifff: Rifff, slots: readonly number[], turns: number): number {
  const perBar = barFrames(rifff.state.barLength, rifff.state.bps);
  return slots.reduce((sum, slot) => sum + clipBars(rifff, slot, turns) * perBar, 0);
}

/**
 * Writes everything that a DAWproject holds into an archive.
 * @param progress told of every sound that is done, in frames
 * @returns names and bytes of its files
 */
export async function writeProject(
  desk: SoundDesk,
  job: ExportJob,
  slots: readonly number[],
  zip: ZipWriter,
  progress: (frames: number) => void,
): Promise<{ name: string; bytes: number }[]> {
  const { rifff } = desk;
  const { barLength, bps } = rifff.state;
  const perBar = barFrames(barLength, bps);
  const tracks: ProjectTrack[] = [];
  const parts: { name: string; bytes: number }[] = [];
  for (const slot of slots) {
    const bars = clipBars(rifff, slot, job.turns);
    const frames = bars * perBar;
    const current = playingSlot(rifff, slot)!;
    const loop = loopInSlot(rifff, slot);
    const name = slotName(rifff, slot);
    const path = `audio/${fileText(`${name} ${loop?.name ?? ''}`)}.wav`;
    const entry = zip.begin(path);
    // Floating point: a loop alone may be louder than full scale before its fader.
    await writeSlotSound(desk, { slot, frames, depth: 'float' }, entry);
    await entry.end();
    parts.push({ name: path, bytes: entry.size });
    progress(frames);
    tracks.push({
      name: loop?.name ? `${name} – ${loop.name}` : name,
      colour: categoryOf(current.category ?? loop?.category).ink,
      gain: current.gain,
      isOn: current.on,
      effects: current.effects,
      path,
      beats: (bars * barLength) / 4,
      seconds: frames / SAMPLE_RATE_HZ,
    });
  }
  const makers = rifff.creators ?? [rifff.userName];
  const music = {
    title: job.title,
    makers: job.makers ?? makers.map((maker) => nameIn(rifff, maker)).join(', '),
    licence: job.licence ?? '',
    comment: job.credits,
    bpm: bps * 60,
    barLength,
    beats: (job.turns * rifffBars(rifff) * barLength) / 4,
    masterGain: gainOfDb(EXPORT_GAIN_DB),
    tracks,
  };
  for (const [name, text] of [
    ['project.xml', projectXml(music)],
    ['metadata.xml', metadataXml(music)],
  ] as const) {
    parts.push({ name, bytes: await zip.addText(name, text) });
  }
  return parts;
}
