import { setTempo } from '../../../data/rules/draft/draft.ts';
import { TempoField } from '../../controls/TempoField.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { useDraft } from '../useDraft.ts';
import { KeyField } from './KeyField.tsx';
import styles from './TempoTable.module.css';

/** Tempo, key and length of the draft. The key is that of the first loop until another is chosen. */
export function TempoTable() {
  const { rifff, count, bars } = useDraft();
  const actions = useEditorActions();
  return (
    <dl className={styles.table}>
      <dt>Tempo</dt>
      <dd className={styles.tempo}>
        <TempoField
          label="Tempo"
          bps={rifff.state.bps}
          onChange={(bps) => actions.edit((before) => setTempo(before, bps), 'tempo')}
        />
        <button
          type="button"
          className={styles.tap}
          aria-keyshortcuts="T"
          title="Tap the tempo (T)"
          onPointerDown={(event) => {
            if (event.button === 0) actions.tapTempo(event.timeStamp);
          }}
          onClick={(event) => {
            if (event.detail === 0) actions.tapTempo(event.timeStamp);
          }}
        >
          Tap
        </button>
      </dd>
      <dt>Key</dt>
      <dd>{count > 0 ? <KeyField rifff={rifff} /> : 'open'}</dd>
      <dt className={styles.length}>Length</dt>
      <dd className={styles.length}>
        {bars} {bars === 1 ? 'bar' : 'bars'}
      </dd>
    </dl>
  );
}
