/** The choices of a form, each bound by its name to the form around it (`EntityForm`), with its error below it. */
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { Judgement } from '../../data/rules/account/validation.ts';
import { Checkbox } from '../system/Checkbox.tsx';
import { RadioRows } from '../system/RadioRows.tsx';
import { Select } from '../system/Select.tsx';
import { Switch } from '../system/Switch.tsx';

/** How a choice is bound to its field of the form. */
interface Bound<V extends FieldValues> {
  name: FieldPath<V>;
}
type Free<C extends (props: never) => unknown, Taken extends string> = Omit<
  Parameters<C>[0],
  Taken | 'name' | 'error'
>;

/** One choice out of a few, each explained in words. */
export function FormRadioRows<V extends FieldValues>(
  props: Bound<V> & Free<typeof RadioRows<string>, 'value' | 'onChange'> & { required?: string },
) {
  const { name, required, ...rest } = props;
  const { field, fieldState } = useController<V>({ name, rules: { required } });
  return (
    <RadioRows<string>
      {...rest}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message || undefined}
    />
  );
}

/** One choice out of a list. */
export function FormSelect<V extends FieldValues>(
  props: Bound<V> & Free<typeof Select, 'value' | 'onValueChange'>,
) {
  const { name, ...rest } = props;
  const { field, fieldState } = useController<V>({ name });
  return (
    <Select
      {...rest}
      value={field.value}
      onValueChange={field.onChange}
      error={fieldState.error?.message || undefined}
    />
  );
}

/** A box to tick. */
export function FormCheckbox<V extends FieldValues>(
  props: Bound<V> &
    Free<typeof Checkbox, 'isChecked' | 'onCheckedChange' | 'ref' | 'onBlur'> & {
      rule?(isTicked: boolean): Judgement;
    },
) {
  const { name, rule, ...rest } = props;
  const { field, fieldState } = useController<V>({ name, rules: { validate: rule } });
  const { value, onChange, onBlur, ref } = field;
  return (
    <Checkbox
      {...rest}
      ref={ref}
      onBlur={onBlur}
      isChecked={value}
      onCheckedChange={onChange}
      error={fieldState.error?.message || undefined}
    />
  );
}

/** Something that is on or off. */
export function FormSwitch<V extends FieldValues>(
  props: Bound<V> & Free<typeof Switch, 'isOn' | 'onChange'>,
) {
  const { name, ...rest } = props;
  const { field } = useController<V>({ name });
  return <Switch {...rest} isOn={field.value} onChange={field.onChange} />;
}
