import { categoryColourCode, isColourCode } from '../../../src/data/contract/colours.ts';
import { SAMPLE_RATE_HZ } from '../../../src/data/contract/constants.ts';
import type { Pack } from '../../../src/data/contract/library.ts';
import type { Attachment, Loop } from '../../../src/data/contract/loop.ts';
import { CollectionLicenceSchema } from '../../../src/data/contract/plans.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { mediaUrl, subPathOf } from '../../plugins/subPath.ts';
import type { PackRow } from '../../ports/database/schemaLibrary.ts';
import type { StoredLoop } from './repo.ts';

/**
 * An attachment with its address. The address names no host, so that it works under any and behind any
 * proxy; `endpoint` names the public host besides, for clients that build `https://{endpoint}/{key}`.
 */
function presentAttachment(stored: Attachment, publicUrl: string | undefined): Attachment {
  if (!stored.key) return stored;
  const attachment: Attachment = { ...stored, url: mediaUrl(stored.key, publicUrl) };
  if (publicUrl) attachment.endpoint = `${new URL(publicUrl).host}${subPathOf(publicUrl)}/media`;
  return attachment;
}

/** What is left of a removed loop: its timing, so that a rifff stays in shape; no sound, no name, no picture. */
export function loopTombstone(loop: Loop): Loop {
  const { _id, created, startOffsetSamples, barLength, length16ths, bps, sampleRate, category } =
    loop;
  const timing = { startOffsetSamples, barLength, length16ths, bps, sampleRate, category };
  return { _id, creatorUserName: '', created, ...timing, isRemoved: true };
}

/** A stored loop as an answer shows it. */
export function presentLoop(stored: StoredLoop, publicUrl: string | undefined): Loop {
  const { isRemoved } = stored;
  if (isRemoved) return loopTombstone(stored.doc);
  // It is there to compare loops, and no page reads it.
  const { timbre: _, ...doc } = stored.doc;
  const primaryColour = isColourCode(doc.primaryColour)
    ? doc.primaryColour
    : categoryColourCode(doc.category);
  const attachments = doc.cdn_attachments;
  if (!attachments) return { ...doc, primaryColour };
  const { oggAudio, flacAudio } = attachments;
  return {
    ...doc,
    primaryColour,
    cdn_attachments: {
      ...attachments,
      ...(oggAudio && { oggAudio: presentAttachment(oggAudio, publicUrl) }),
      ...(flacAudio && { flacAudio: presentAttachment(flacAudio, publicUrl) }),
    },
  };
}

/** A pack as lists show it. @param held products that the reader holds */
export function presentPack(
  { position: _, product, partner, licence, ...pack }: PackRow,
  loopCount: number,
  held: ReadonlySet<string>,
): Pack {
  if (product == null) return { ...pack, loopCount };
  const collection = {
    product,
    partner: partner ?? '',
    licence: CollectionLicenceSchema.parse(JSON.parse(licence ?? '')),
    isOwned: held.has(product),
  };
  return { ...pack, loopCount, collection };
}

/** The colour of a rifff: the one that it has, or that of its first used slot; white for one without any. */
export function rifffColour({
  colour,
  state,
  loops,
}: Pick<Rifff, 'colour' | 'state' | 'loops'>): string {
  if (isColourCode(colour)) return colour;
  for (const { slot } of state.playback) {
    const loop = loops.find(({ _id }) => _id === slot.current?.currentLoop);
    if (loop) return categoryColourCode(slot.current?.category ?? loop.category);
  }
  return categoryColourCode(undefined);
}

/** Ids of the loops that the slots of a rifff name, in slot order, each once. */
export function slotLoopIds(rifff: Pick<Rifff, 'state'>): string[] {
  const ids = rifff.state.playback.flatMap(({ slot }) => slot.current?.currentLoop ?? []);
  return [...new Set(ids)];
}

/** A loop that is not in the database any more, in the shape that its rifff implies. */
export function missingLoop(id: string, rifff: Rifff): Loop {
  const { barLength, bps } = rifff.state;
  const slot = rifff.state.playback.find((one) => one.slot.current?.currentLoop === id);
  return loopTombstone({
    _id: id,
    creatorUserName: '',
    created: rifff.created,
    startOffsetSamples: 0,
    barLength,
    length16ths: barLength,
    bps: slot?.slot.current?.loopBps ?? bps,
    sampleRate: SAMPLE_RATE_HZ,
    category: slot?.slot.current?.category ?? '?',
  });
}

/** A stored rifff with its full loops in slot order, tombstones where a loop was removed. */
export function presentRifff(
  stored: Rifff,
  loops: ReadonlyMap<string, StoredLoop>,
  publicUrl: string | undefined,
): Rifff {
  const embedded = slotLoopIds(stored).map((id) => {
    const loop = loops.get(id);
    return loop ? presentLoop(loop, publicUrl) : missingLoop(id, stored);
  });
  return { ...stored, colour: rifffColour({ ...stored, loops: embedded }), loops: embedded };
}
