import { useSnapshot } from 'valtio';
import {
  PATCH_NAMES,
  type PatchId,
  patchKeys,
  play,
  setOctave,
} from '../../../../audio/state/play.ts';
import { ROOTS, SCALES } from '../../../../data/contract/scales.ts';
import { setKey } from '../../../../data/rules/draft/slotSound.ts';
import { clampOctave } from '../../../../data/rules/instruments/scaleKeys.ts';
import { IconButton } from '../../../system/Button.tsx';
import { Select } from '../../../system/Select.tsx';
import { useEditorActions } from '../../EditorContext.tsx';
import { Choice } from '../Choice.tsx';
import styles from '../keysAndPads.module.css';

const PATCH_OPTIONS = PATCH_NAMES.map(({ id, title }) => ({ value: id, title }));
const ROOT_OPTIONS = ROOTS.map((title, root) => ({ value: String(root), title }));
const SCALE_OPTIONS = SCALES.map(({ name }, scale) => ({ value: String(scale), title: name }));

interface KeysHeadProps {
  hasKeys: boolean;
  onKeys(hasKeys: boolean): void;
}

/** Patch, octave and key: the key is the rifff's, so that everything that is played fits. */
export function KeysHead({ hasKeys, onKeys }: KeysHeadProps) {
  const { keys, root, scale } = useSnapshot(play);
  const octave = keys.octaves[keys.patch];
  const actions = useEditorActions();
  return (
    <div className="stack gap8">
      <div className="row gap8">
        <Choice
          label="Patch"
          options={PATCH_OPTIONS}
          value={keys.patch}
          onChange={(patch: PatchId) => patchKeys({ patch })}
        />
        <IconButton
          icon="keyboard"
          size="xs"
          variant="outlined"
          className="push fingerAway"
          label="The computer’s keys play"
          pressed={hasKeys}
          onClick={() => onKeys(!hasKeys)}
        />
      </div>
      <div className="row gap8">
        <Select
          label="Root"
          isLabelHidden
          size="xs"
          value={String(root)}
          options={ROOT_OPTIONS}
          onValueChange={(value) =>
            actions.edit((rifff) => setKey(rifff, Number(value), rifff.scale), { change: 'key' })
          }
        />
        <Select
          label="Scale"
          isLabelHidden
          size="xs"
          className={styles.scale}
          value={String(scale)}
          options={SCALE_OPTIONS}
          onValueChange={(value) =>
            actions.edit((rifff) => setKey(rifff, rifff.root, Number(value)), { change: 'key' })
          }
        />
        <fieldset className={styles.octave} aria-label="Octave">
          <IconButton
            icon="minus"
            size="xs"
            label="An octave down"
            disabled={clampOctave(octave - 1) === octave}
            onClick={() => setOctave(octave - 1)}
          />
          <output>C{octave}</output>
          <IconButton
            icon="plus"
            size="xs"
            label="An octave up"
            disabled={clampOctave(octave + 1) === octave}
            onClick={() => setOctave(octave + 1)}
          />
        </fieldset>
      </div>
    </div>
  );
}
