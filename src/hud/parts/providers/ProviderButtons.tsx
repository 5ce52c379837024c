import { goToProvider, type Trip } from '../../../data/providers.ts';
import { useSave } from '../../kit/useSave.ts';
import { Button } from '../../system/Button.tsx';
import { Spinner } from '../../system/Loading.tsx';
import { Trouble } from '../../system/Submit.tsx';

interface ProviderButtonsProps extends Pick<Trip, 'intent'> {
  /** Those of the settings, or some of them. */
  providers: readonly { readonly id: string; readonly button: string }[];
  /** Path of the page to go on with. */
  back(): string;
  /** Is there nothing else to do here? */
  isFirst?: boolean;
}

/** A button for each account elsewhere, which leads there. */
export function ProviderButtons({ providers, intent, back, isFirst }: ProviderButtonsProps) {
  const { isBusy, trouble, run } = useSave((provider: string) =>
    goToProvider({ provider, intent, back: back() }),
  );
  return (
    <div className="stack gap12 below24">
      <Trouble title={trouble} />
      {providers.map(({ id, button }, at) => (
        <div key={id} className="row wrap gap12">
          <Button
            variant={isFirst && at === 0 ? 'filled' : 'outlined'}
            aria-busy={isBusy}
            onClick={() => void run(id)}
          >
            {isBusy && <Spinner size={18} />}
            {button}
          </Button>
        </div>
      ))}
    </div>
  );
}
