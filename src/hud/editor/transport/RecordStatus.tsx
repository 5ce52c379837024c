import { useSnapshot } from 'valtio';
import { recording } from '../../../audio/state/recording.ts';
import { ui } from '../../../data/stores/ui.ts';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';

const WORDS: Readonly<Partial<Record<typeof recording.phase, string>>> = {
  waiting: 'Counting in',
  recording: 'Recording',
  finishing: 'Recording ends',
};

/** Says that it records and that it has ended, where no panel of takes says it. */
export function RecordStatus() {
  const { phase } = useSnapshot(recording);
  const { maker } = useSnapshot(ui);
  return (
    <VisuallyHidden role="status">{maker === 'record' ? '' : (WORDS[phase] ?? '')}</VisuallyHidden>
  );
}
