import type { SoundFormat } from '../../../audio/export/Exporter.ts';
import type { LeftOut, ListPart } from '../../../data/rules/playlist/taking.ts';
import { Select } from '../../system/Select.tsx';
import { TextField } from '../../system/TextField.tsx';
import { formatCount } from '../controls/format.ts';
import styles from './Export.module.css';
import { FORMATS, formatLength, isTooLong } from './exportChoice.ts';

interface PlaylistExportFieldsProps {
  name: string;
  format: SoundFormat;
  parts: readonly ListPart[];
  /** Length of all parts. */
  seconds: number;
  leftOut: readonly LeftOut[];
  onName(name: string): void;
  onFormat(format: SoundFormat): void;
}

/** What the file is called and made as, what is in it, and what stays behind and why. */
export function PlaylistExportFields(props: PlaylistExportFieldsProps) {
  const { name, format, parts, seconds, leftOut, onName, onFormat } = props;
  return (
    <>
      <TextField
        label="Name"
        value={name}
        maxLength={80}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <div className={`top20 ${styles.selects}`}>
        <Select
          label="Format"
          options={FORMATS}
          value={format}
          onValueChange={(value) => onFormat(value as SoundFormat)}
        />
      </div>
      {parts.length > 0 ? (
        <p className="t13 muted">
          {formatCount(parts.length, 'chapter')}, {formatLength(seconds)}. Each begins where the one
          before ends; credits and a cue sheet come with it.
        </p>
      ) : (
        <p className={styles.refusal} role="status">
          {leftOut.length > 0
            ? 'Nothing of this playlist may be taken away.'
            : 'There is nothing to export yet: put something into the playlist first.'}
        </p>
      )}
      {isTooLong(format, seconds) && (
        <p className={styles.refusal} role="status">
          A WAV file ends at 4 GB, and this is longer: choose FLAC or Ogg Vorbis.
        </p>
      )}
      {leftOut.length > 0 && (
        <section className={`top24 ${styles.leftOut}`}>
          <h3>Left out: {formatCount(leftOut.length, 'item')}</h3>
          <ul className={`lineAbove ${styles.parts}`}>
            {leftOut.map(({ id, title, reason }) => (
              <li key={id} className={styles.leftRow}>
                <span className={`medium truncate ${styles.name}`}>{title}</span>
                <span className="t13 muted">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
