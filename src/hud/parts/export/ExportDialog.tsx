import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ExportJob, ExportWish } from '../../../audio/export/Exporter.ts';
import { exporting } from '../../../audio/state/exporting.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import {
  creditLines,
  type HeldProducts,
  heldLicences,
  holdsCollection,
  mixRefusal,
  peopleText,
  type StemRight,
  stemRights,
  withNames,
} from '../../../data/rules/sharing/credits.ts';
import { licenceOfWhole, licenceWords } from '../../../data/rules/sharing/licences.ts';
import type { FrameKnobs } from '../../../drawing/jam/lookFrames.ts';
import { useNames } from '../people/useNames.ts';
import { useReader } from '../shares/useReader.ts';
import styles from './Export.module.css';
import { ExportFields } from './ExportFields.tsx';
import { ExportFrame } from './ExportFrame.tsx';
import { type ExportChoice, firstChoice, turnsSec, videoSize } from './exportChoice.ts';
import { HeldLicences } from './HeldLicences.tsx';
import { useExporter } from './useExporter.ts';
import { useHeldProducts } from './useHeldProducts.ts';
import { hasKnobs, knobsOfVideo, roomNowMs, useRoomKnobs } from './videoKnobs.ts';
import { useVideoLooks, type VideoLook, videoLook } from './videoLooks.ts';

export interface ExportDialogProps {
  rifff: Rifff;
  /** Name to begin with. */
  title: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

function wishOf(
  choice: ExportChoice,
  rifff: Rifff,
  rights: readonly StemRight[],
  looks: readonly VideoLook[],
  knobs: FrameKnobs | null,
): ExportWish {
  const { kind, format, fps } = choice;
  const slots = rights.flatMap(({ slot, refusal }) => (refusal === null ? [slot] : []));
  if (kind === 'mix') return { kind, format };
  if (kind === 'stems') return { kind, format, slots };
  if (kind === 'project') return { kind, slots };
  const about = { title: choice.title.trim() || 'Untitled', makers: peopleText(rifff) };
  const look = videoLook(looks, choice.look)?.look;
  return {
    kind,
    size: videoSize(choice.size),
    fps,
    paint: async (size) =>
      (await import('./videoPainter.ts')).createPainter(rifff, about, size, look, knobs),
  };
}

/** Why the chosen export cannot be made, or null. */
function refusalOf(
  { kind }: ExportChoice,
  rifff: Rifff,
  rights: readonly StemRight[],
  userId: string | null,
  products: HeldProducts,
): string | null {
  if (rights.length === 0) return 'There is nothing to export yet: put a loop in first.';
  if (kind === 'mix' || kind === 'video') return mixRefusal(rifff, userId, products);
  if (rights.some(({ refusal }) => refusal === null)) return null;
  return 'No ring of it may be taken away as a file of its own.';
}

/** Takes a rifff away: as a mix, as stems, as a project or as a video. */
export function ExportDialog({ title, isOpen, onOpenChange, ...given }: ExportDialogProps) {
  const rifff = withNames(given.rifff, useNames());
  const reader = useReader();
  const { exporter, isFailed } = useExporter();
  const { status } = useSnapshot(exporting);
  const [choice, setChoice] = useState(() => firstChoice(title));
  useEffect(() => setChoice((before) => ({ ...before, title })), [title]);
  const looks = useVideoLooks(isOpen && choice.kind === 'video');
  const roomKnobs = useRoomKnobs(rifff.jamId);
  const userId = reader || null;
  const products = useHeldProducts(isOpen && holdsCollection(rifff));
  const rights = stemRights(rifff, userId, products);
  const refusal = refusalOf(choice, rifff, rights, userId, products);
  const isEmpty = rights.length === 0;

  const frameKnobs = () => {
    const look = videoLook(looks.looks, choice.look);
    if (!roomKnobs || !hasKnobs(look)) return null;
    return knobsOfVideo(roomKnobs, choice.knobs, turnsSec(rifff, choice.turns), roomNowMs());
  };
  const begin = () => {
    const taken = takenOf(choice, rifff, rights);
    const held = heldLicences(taken, userId);
    // What is not made yet is under what its loops leave.
    const ofWhole =
      rifff.license ?? (held.length > 0 ? licenceOfWhole(undefined, held) : undefined);
    const licence = licenceWords(ofWhole);
    const job: ExportJob = {
      rifff,
      title: choice.title.trim() || 'Untitled',
      turns: choice.turns,
      tail: choice.kind === 'project' ? 'folded' : choice.tail,
      credits: creditLines(taken),
      makers: peopleText(rifff),
      ...(licence && { licence }),
      wish: wishOf(choice, rifff, rights, looks.looks, frameKnobs()),
    };
    void exporter?.export(job);
  };
  return (
    <ExportFrame
      exporter={exporter}
      isFailed={isFailed}
      title="Export"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      mayBegin={refusal === null && exporter !== null}
      onBegin={begin}
    >
      {(status === 'idle' || status === 'failed') && !isEmpty && (
        <ExportFields
          rifff={rifff}
          rights={rights}
          choice={choice}
          looks={looks}
          roomKnobs={roomKnobs}
          exporter={exporter}
          onChange={(change) => setChoice({ ...choice, ...change })}
        />
      )}
      {refusal === null && status === 'idle' && (
        <HeldLicences licences={heldLicences(takenOf(choice, rifff, rights), userId)} />
      )}
      {refusal && status === 'idle' && (
        <p className={styles.refusal} role="status">
          {refusal}
        </p>
      )}
    </ExportFrame>
  );
}

/** What the chosen export takes of it: every sounding ring, or those that may stand alone. */
function takenOf(
  { kind }: ExportChoice,
  rifff: Rifff,
  rights: readonly StemRight[],
): readonly StemRight[] {
  if (kind === 'stems' || kind === 'project') return rights.filter((one) => one.refusal === null);
  return rights.filter(({ slot }) => rifff.state.playback[slot]?.slot.current?.on);
}
