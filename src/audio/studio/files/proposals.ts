/** What is proposed for files before anybody has set anything. */

import type { FileNameFacts } from '../../../data/rules/recording/fileName.ts';
import { cutOf } from '../../../data/rules/recording/imports.ts';
import type { Strikes } from '../../../dsp/onsets.ts';
import type { DecodedAudio } from '../../../dsp/soundFile.ts';
import type { SoundSurvey } from '../../../dsp/survey.ts';
import { proposeTempos, type TempoHints } from '../../../dsp/tempo.ts';
import type { ImportItem } from '../../state/files.ts';
import type { ImportHints } from '../Studio.ts';

/** Files of one length within this many seconds that came together are stems of one piece. */
const STEM_SLACK_SEC = 0.05;
/** A key less sure than this is not set, only offered. */
const SURE_KEY = 0.08;

function tempoHints(facts: FileNameFacts, { rifffBps, barLength }: ImportHints): TempoHints {
  return {
    barLength,
    ...(facts.bpm !== undefined && { bpm: facts.bpm }),
    ...(facts.bars !== undefined && { bars: facts.bars }),
    ...(rifffBps !== null && { rifffBpm: 60 * rifffBps }),
  };
}

/** Place, tempo and length that strikes and a name propose. */
export function proposedCut(
  strikes: Strikes,
  durationSec: number,
  facts: FileNameFacts,
  hints: ImportHints,
): Pick<ImportItem, 'proposals' | 'bps' | 'length16ths' | 'startSec' | 'isWhole'> {
  const proposals = proposeTempos(strikes, durationSec, tempoHints(facts, hints));
  return { proposals, ...cutOf(proposals[0]!, durationSec, hints.barLength) };
}

/** The key that a name says, else the one that is heard. */
function proposedKey(
  facts: FileNameFacts,
  { key }: SoundSurvey,
): Pick<ImportItem, 'root' | 'scale' | 'keyConfidence'> {
  if (facts.root !== undefined) {
    const isHeardSo = key?.root === facts.root;
    const scale = facts.scale ?? (isHeardSo ? key.scale : 0);
    return { root: facts.root, scale, keyConfidence: 1 };
  }
  if (!key || key.confidence < SURE_KEY) return { root: -1, scale: 0, keyConfidence: 0 };
  return { root: key.root, scale: key.scale, keyConfidence: key.confidence };
}

/** Everything that a file that was read proposes. */
export function proposedItem(
  sound: DecodedAudio,
  survey: SoundSurvey,
  facts: FileNameFacts,
  hints: ImportHints,
): Partial<ImportItem> {
  const durationSec = sound.length / sound.sampleRate;
  const isDrummed = facts.category === 'drums' || facts.category === 'perc';
  return {
    durationSec,
    sampleRate: sound.sampleRate,
    bitDepth: sound.bitDepth,
    channels: sound.channels.length,
    note: sound.totalFrames > sound.length ? 'Only its first five minutes are read' : '',
    ...proposedCut(survey.strikes, durationSec, facts, hints),
    ...(isDrummed && facts.root === undefined
      ? { root: -1, scale: 0, keyConfidence: 0 }
      : proposedKey(facts, survey)),
  };
}

/** Files of equal length, two or more together. */
export function stemGroups(items: readonly ImportItem[]): ImportItem[][] {
  const groups: ImportItem[][] = [];
  for (const item of items) {
    const group = groups.find(
      ([first]) => Math.abs(first!.durationSec - item.durationSec) <= STEM_SLACK_SEC,
    );
    if (group) group.push(item);
    else groups.push([item]);
  }
  return groups.filter((group) => group.length > 1);
}

function sumOnsets(list: readonly Float32Array<ArrayBuffer>[]): Float32Array<ArrayBuffer> {
  const sum = new Float32Array(Math.max(...list.map(({ length }) => length)));
  for (const onsets of list) {
    // Each counts the same, however dense it is.
    const loudest = onsets.reduce((a, b) => Math.max(a, b), 0) || 1;
    for (let i = 0; i < onsets.length; i++) sum[i]! += onsets[i]! / loudest;
  }
  return sum;
}

/** Strikes of stems heard together. */
export function sumStrikes(list: readonly Strikes[]): Strikes {
  return {
    all: sumOnsets(list.map(({ all }) => all)),
    low: sumOnsets(list.map(({ low }) => low)),
    mid: sumOnsets(list.map(({ mid }) => mid)),
  };
}
