import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { SoundFormat } from '../../../audio/export/Exporter.ts';
import { exporting } from '../../../audio/state/exporting.ts';
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { type WholePlaylist, wholePlaylistQuery } from '../../../data/queries/wholePlaylist.ts';
import { partStarts } from '../../../data/rules/playlist/chapters.ts';
import { partsOfList } from '../../../data/rules/playlist/taking.ts';
import type { NameOf } from '../../../data/rules/sharing/accountText.ts';
import { type HeldProducts, holdsCollection } from '../../../data/rules/sharing/credits.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { Spinner } from '../../system/Loading.tsx';
import { Trouble } from '../../system/Submit.tsx';
import { useNames } from '../people/useNames.ts';
import { useReader } from '../shares/useReader.ts';
import styles from './Export.module.css';
import { ExportOutcome } from './ExportOutcome.tsx';
import { isTooLong } from './exportChoice.ts';
import { HeldLicences } from './HeldLicences.tsx';
import { PlaylistExportFields } from './PlaylistExportFields.tsx';
import { useExporter } from './useExporter.ts';
import { useHeldProducts } from './useHeldProducts.ts';

export interface PlaylistExportDialogProps {
  playlistId: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

const partsOf = (
  whole: WholePlaylist | undefined,
  reader: string,
  products: HeldProducts,
  nameOf: NameOf,
) => partsOfList(whole?.items ?? [], reader || null, products, nameOf);

const holdsAny = (whole: WholePlaylist | undefined) =>
  whole?.items.some(({ data }) => data !== null && 'loops' in data && holdsCollection(data)) ??
  false;

/** Takes a playlist away as one file with chapters, and says what of it stays behind. */
export function PlaylistExportDialog(props: PlaylistExportDialogProps) {
  const { playlistId, isOpen, onOpenChange } = props;
  const reader = useReader();
  const { exporter, isFailed } = useExporter();
  const { status } = useSnapshot(exporting);
  const whole = useQuery({ ...wholePlaylistQuery(playlistId, reader), enabled: isOpen });
  const products = useHeldProducts(isOpen && holdsAny(whole.data));
  /** Null until somebody wrote another one. */
  const [name, setName] = useState<string | null>(null);
  const [format, setFormat] = useState<SoundFormat>('flac');
  const title = (name ?? whole.data?.playlist.name ?? '').trim() || 'Playlist';
  const { parts, leftOut } = partsOf(whole.data, reader, products, useNames());
  const seconds = partStarts(parts).end / SAMPLE_RATE_HZ;
  const canBegin = exporter !== null && parts.length > 0 && !isTooLong(format, seconds);
  const isRunning = status === 'running';
  const isDone = status === 'done';
  const isChoosing = !isRunning && !isDone;

  const close = (open: boolean) => {
    if (!open && !isRunning) exporter?.clear();
    onOpenChange(open);
  };
  const begin = () => void exporter?.exportList({ title, format, parts, leftOut });
  const actions = isRunning ? (
    <Button onClick={() => exporter?.cancel()}>Cancel export</Button>
  ) : isDone ? (
    <>
      <Button onClick={() => exporter?.clear()}>Export another</Button>
      <Button variant="filled" onClick={() => close(false)}>
        Done
      </Button>
    </>
  ) : (
    <>
      <Button onClick={() => close(false)}>Close</Button>
      <Button variant="filled" disabled={!canBegin} onClick={begin}>
        Export
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={close}
      title={isDone ? 'Exported' : 'Export as one mix'}
      description={isRunning ? 'It goes on while this window is closed.' : undefined}
      actions={actions}
    >
      <ExportOutcome />
      {isChoosing && whole.isPending && (
        <p className={styles.waiting} role="status">
          <Spinner /> Reading the playlist
        </p>
      )}
      {isChoosing && whole.isError && (
        <>
          <Trouble title="The playlist could not be read." />
          <Button onClick={() => void whole.refetch()}>Try again</Button>
        </>
      )}
      {isChoosing && whole.data && (
        <>
          <PlaylistExportFields
            name={name ?? whole.data.playlist.name}
            format={format}
            parts={parts}
            seconds={seconds}
            leftOut={leftOut}
            onName={setName}
            onFormat={setFormat}
          />
          <HeldLicences licences={parts.flatMap(({ held }) => held)} />
        </>
      )}
      {isFailed && (
        <p className={styles.refusal} role="alert">
          What exports could not be loaded. Close this and try again.
        </p>
      )}
    </Dialog>
  );
}
