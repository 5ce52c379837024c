import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { StarterRifff } from '../../../data/contract/library.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { libraryRifffsQuery } from '../../../data/queries/library.ts';
import { useLoadingSentence } from '../listening/describeRifff.ts';
import { useListening, useListeningKeys } from '../listening/useListening.ts';

/** The rifff that looks are shown by, the same for all of them, and how it sounds. */
export interface Sample {
  /** In the listener's own mix; null while it is not known. */
  readonly rifff: Rifff | null;
  readonly isPlaying: boolean;
  /** Asked to play and not heard yet. */
  readonly isWaiting: boolean;
  /** What became of loading it, for people; '' when all is well. */
  readonly trouble: string;
  /** Plays it, or pauses it. */
  toggle(): void;
}

/** The same where it is only looked at. */
export function useStillSample(): Pick<Sample, 'rifff' | 'isPlaying' | 'isWaiting'> {
  const rifff = useQuery(libraryRifffsQuery).data?.[0]?.rifff ?? null;
  return useMemo(() => ({ rifff, isPlaying: false, isWaiting: false }), [rifff]);
}

const SILENT: Sample = {
  rifff: null,
  isPlaying: false,
  isWaiting: false,
  trouble: '',
  toggle() {},
};

interface WithSampleProps {
  children(sample: Sample): ReactNode;
}

/** Lets a page show looks by the first rifff of the house, and play it. On no page with other rifffs that sound. */
export function WithSample({ children }: WithSampleProps) {
  const first = useQuery(libraryRifffsQuery).data?.[0];
  return first ? <Sounding entry={first}>{children}</Sounding> : children(SILENT);
}

function Sounding({ entry, children }: WithSampleProps & { entry: StarterRifff }) {
  const list = useMemo(() => [entry], [entry]);
  const own = useListening(list);
  useListeningKeys(own, null);
  const trouble = useLoadingSentence(own.mix);
  const { mix: rifff, isPlaying, isWaiting, togglePlay: toggle } = own;
  return children({ rifff, isPlaying, isWaiting, trouble, toggle });
}
