import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { JamTarget } from '../../../data/device.ts';
import type { ButtonSize, ButtonVariant } from '../../system/Button.tsx';
import { Button } from '../../system/Button.tsx';
import type { Listening } from './useListening.ts';

export interface KeepMixProps {
  /** The rifff as its listener mixed it. */
  mix: Rifff;
  /** What it is called, for the draft that is made of it. */
  title: string;
  /** Does the mix differ from the maker's? Without a difference nothing is shown. */
  isChanged: boolean;
  /** Room that the draft goes to; left out for one's own jam. */
  target?: JamTarget | null;
  size?: ButtonSize;
  variant?: ButtonVariant;
  className?: string;
  /** Called when it is the draft; left out, the studio opens. */
  onKept?(): void;
}

/** Makes a draft of the listener's own mix and opens it. There once the mix differs from the maker's. */
export function KeepMix({
  mix,
  title,
  isChanged,
  target = null,
  size = 'md',
  variant,
  className,
  onKept,
}: KeepMixProps) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  if (!isChanged) return null;
  const keep = async () => {
    setBusy(true);
    try {
      const { remixIntoDraft } = await import('../../../data/stores/draft.ts');
      await remixIntoDraft(mix, title, target);
      if (onKept) onKept();
      else await navigate('/jam');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size={size}
      variant={variant}
      className={className}
      disabled={isBusy}
      onClick={() => void keep()}
    >
      Keep this mix
    </Button>
  );
}

/** Lets the listener's own mix go. There once it differs from the maker's. */
export function ResetMix({ own, size = 'xs' }: { own: Listening; size?: ButtonSize }) {
  if (!own.isChanged) return null;
  return (
    <Button size={size} icon="reset" onClick={own.reset}>
      Reset mix
    </Button>
  );
}

/** Takes a rifff, as it is mixed now, into the editor. The draft before stays on the device. */
export function useRemix(): (mix: Rifff, title: string) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (mix: Rifff, title: string) => {
      const { remixIntoDraft } = await import('../../../data/stores/draft.ts');
      await remixIntoDraft(mix, title);
      await navigate('/jam');
    },
    [navigate],
  );
}
