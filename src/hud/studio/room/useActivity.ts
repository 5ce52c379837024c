import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { recording } from '../../../audio/state/recording.ts';
import { transport } from '../../../audio/state/transport.ts';
import { draft } from '../../../data/stores/draft.ts';
import { useLine } from './RoomLine.tsx';

/** Tells the others in a room what the reader does. @param isMaking is an answer open? */
export function useActivity(isMaking: boolean): void {
  const { link } = useLine();
  const { status } = useSnapshot(transport);
  const { phase } = useSnapshot(recording);
  const { rifff } = useSnapshot(draft);
  const answers = isMaking ? (rifff.parent?.rifffId ?? null) : null;
  const activity =
    phase !== 'off'
      ? 'recording'
      : isMaking
        ? 'editing'
        : status === 'playing'
          ? 'listening'
          : 'here';
  useEffect(() => link?.setActivity(activity, answers), [link, activity, answers]);
}
