import { ROOTS, SCALES } from '../../../data/contract/scales.ts';
import { TEMPOS } from '../../../data/rules/jam/historyFilter.ts';
import { Select, type SelectProps } from '../../system/Select.tsx';

/** What an address asks of a sound; '' for whatever there is. */
interface SoundAsked {
  /** Whole bpm, both of them in. */
  readonly tempoMin: string;
  readonly tempoMax: string;
  /** Numbers of `ROOTS` and `SCALES`. */
  readonly root: string;
  readonly scale: string;
}

const RANGES = TEMPOS.map(({ title, fromBpm, toBpm }) => ({
  title,
  value: `${fromBpm ?? ''}-${toBpm === null ? '' : toBpm - 1}`,
}));
export const ROOT_OPTIONS = [
  { value: '', title: 'Any key' },
  ...ROOTS.map((title, at) => ({ value: String(at), title })),
];
const SCALE_OPTIONS = [
  { value: '', title: 'Any scale' },
  ...SCALES.map(({ name }, at) => ({ value: String(at), title: name })),
];

const rangeOf = ({ tempoMin, tempoMax }: SoundAsked) =>
  tempoMin || tempoMax ? `${tempoMin}-${tempoMax}` : '';

/** The choices of tempo; one of an address that is none of ours stands among them. */
function tempoOptions(asked: SoundAsked) {
  const value = rangeOf(asked);
  const isOther = value !== '' && !RANGES.some((one) => one.value === value);
  const { tempoMin, tempoMax } = asked;
  const words = tempoMin && tempoMax ? `${tempoMin} to ${tempoMax}` : '';
  const title = words || (tempoMin ? `From ${tempoMin}` : `Up to ${tempoMax}`);
  return [{ value: '', title: 'Any tempo' }, ...RANGES, ...(isOther ? [{ value, title }] : [])];
}

interface SoundSelectsProps {
  asked: SoundAsked;
  size?: SelectProps['size'];
  onAsk(change: Partial<SoundAsked>): void;
}

/** Tempo, key and scale of what is looked for. */
export function SoundSelects({ asked, size, onAsk }: SoundSelectsProps) {
  const look = { isLabelHidden: true, size };
  return (
    <>
      <Select
        {...look}
        label="Tempo"
        options={tempoOptions(asked)}
        value={rangeOf(asked)}
        onValueChange={(value) => {
          const [tempoMin = '', tempoMax = ''] = value.split('-');
          onAsk({ tempoMin, tempoMax });
        }}
      />
      <Select
        {...look}
        label="Key"
        options={ROOT_OPTIONS}
        value={asked.root}
        onValueChange={(root) => onAsk({ root })}
      />
      <Select
        {...look}
        label="Scale"
        options={SCALE_OPTIONS}
        value={asked.scale}
        onValueChange={(scale) => onAsk({ scale })}
      />
    </>
  );
}
