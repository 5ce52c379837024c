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
import { Spinner } from '../../system/Loading.tsx';
import { Trouble } from '../../system/Submit.tsx';
import { useNames } from '../people/useNames.ts';
import { useReader } from '../shares/useReader.ts';
import styles from './Export.module.css';
import { ExportFrame } from './ExportFrame.tsx';
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
  const whole = useQuery({ ...wholePlaylistQuery(playlistId), enabled: isOpen });
  const products = useHeldProducts(isOpen && holdsAny(whole.data));
  /** Null until the reader types another name. */
  const [name, setName] = useState<string | null>(null);
  const [format, setFormat] = useState<SoundFormat>('flac');
  const title = (name ?? whole.data?.playlist.name ?? '').trim() || 'Playlist';
  const { parts, leftOut } = partsOf(whole.data, reader, products, useNames());
  const seconds = partStarts(parts).end / SAMPLE_RATE_HZ;
  const canBegin = exporter !== null && parts.length > 0 && !isTooLong(format, seconds);
  const isChoosing = status !== 'running' && status !== 'done';

  return (
    <ExportFrame
      exporter={exporter}
      isFailed={isFailed}
      title="Export as one mix"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      mayBegin={canBegin}
      onBegin={() => void exporter?.exportList({ title, format, parts, leftOut })}
    >
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
    </ExportFrame>
  );
}
