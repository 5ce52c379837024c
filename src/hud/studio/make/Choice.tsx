import styles from './instrument.module.css';

interface ChoiceProps<Value extends string | number> {
  label: string;
  options: readonly { value: Value; title: string; hint?: string }[];
  value: Value;
  onChange(value: Value): void;
}

/** One of a few short words or numbers, side by side. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, options, value, onChange } = props;
  return (
    <fieldset className={styles.choice} aria-label={label}>
      <span className={styles.choiceLabel} aria-hidden="true">
        {label}
      </span>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={`underbar hoverPaper ${option.value === value ? 'paper' : 'muted'} ${styles.option}`}
          aria-pressed={option.value === value}
          aria-label={option.hint ?? option.title}
          title={option.hint}
          onClick={() => onChange(option.value)}
        >
          {option.title}
        </button>
      ))}
    </fieldset>
  );
}
