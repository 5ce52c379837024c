import { useEffect, useRef } from 'react';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { ROOTS, SCALES } from '../../../data/contract/scales.ts';
import { setTempo } from '../../../data/rules/draft/draft.ts';
import { setKey } from '../../../data/rules/draft/slotSound.ts';
import { registerCommands } from '../../parts/commands/registry.ts';
import fields from '../../parts/controls/controls.module.css';
import { TempoField } from '../../parts/controls/TempoField.tsx';
import { useDraft, useEditorActions } from '../EditorContext.tsx';
import styles from './Transport.module.css';

/** Tempo, key and length of the draft. The key is that of the first loop until another is chosen. */
export function TempoTable() {
  const { rifff, count, bars } = useDraft();
  const actions = useEditorActions();
  const tempo = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      registerCommands([
        {
          id: 'tempo.focus',
          group: 'Play',
          title: 'Type a tempo',
          keys: [],
          isUnlisted: true,
          run: () => tempo.current?.focus(),
        },
      ]),
    [],
  );
  return (
    <dl className={styles.table}>
      <dt className="muted">Tempo</dt>
      <dd className={`bold ${styles.tableTempo}`}>
        <TempoField
          ref={tempo}
          label="Tempo"
          bps={rifff.state.bps}
          onChange={(bps) => actions.edit((before) => setTempo(before, bps), { change: 'tempo' })}
        />
        <button
          type="button"
          className={`hoverEdge reach ${styles.tap}`}
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
      <dt className="muted">Key</dt>
      <dd className="bold">{count > 0 ? <KeyField rifff={rifff} /> : 'open'}</dd>
      <dt className={`muted ${styles.length}`}>Length</dt>
      <dd className={`bold ${styles.length}`}>
        {bars} {bars === 1 ? 'bar' : 'bars'}
      </dd>
    </dl>
  );
}

const SCALE_NAMES = SCALES.map(({ name }) => name);

interface WordProps {
  readonly label: string;
  readonly words: readonly string[];
  /** Place of the chosen word. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** One of the device's own lists, as wide as the word that is chosen: not every browser makes it so by itself. */
function Word({ label, words, value, onChange }: WordProps) {
  return (
    <span className={styles.word}>
      <span className={styles.width} aria-hidden="true">
        {words[value]}
      </span>
      <select
        aria-label={label}
        className={`${fields.inText} ${styles.select}`}
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {words.map((word, at) => (
          <option key={word} value={at}>
            {word}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Root and scale of the rifff, chosen from the device's own lists. Loops that fit the key follow. */
function KeyField({ rifff }: { rifff: Rifff }) {
  const actions = useEditorActions();
  const { root, scale } = rifff;
  const set = (toRoot: number, toScale: number) =>
    actions.edit((before) => setKey(before, toRoot, toScale), { change: 'key' });
  return (
    <span className={`flex gap4 min0 ${styles.key}`}>
      <Word label="Root" words={ROOTS} value={root} onChange={(next) => set(next, scale)} />
      <Word label="Scale" words={SCALE_NAMES} value={scale} onChange={(next) => set(root, next)} />
    </span>
  );
}
