import { type ComponentProps, type RefObject, useRef } from 'react';
import { IconButton } from './Button.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface SearchFieldProps
  extends Omit<TextFieldProps, 'type' | 'icon' | 'end' | 'onChange' | 'value' | 'ref'> {
  ref?: RefObject<HTMLInputElement | null>;
  value: string;
  onValueChange(value: string): void;
}

/** A line to search with. Its cross and Escape empty it and keep the focus. */
export function SearchField({ ref, value, onValueChange, onKeyDown, ...rest }: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  const clear = () => {
    onValueChange('');
    input.current?.focus();
  };
  const onKey: ComponentProps<'input'>['onKeyDown'] = (event) => {
    if (event.key === 'Escape' && value) {
      event.preventDefault();
      event.stopPropagation();
      clear();
    } else onKeyDown?.(event);
  };
  return (
    <TextField
      {...rest}
      ref={input}
      type="search"
      icon="search"
      value={value}
      onChange={(event) => onValueChange(event.currentTarget.value)}
      onKeyDown={onKey}
      end={
        value &&
        !rest.disabled && (
          <IconButton
            icon="close"
            label="Clear"
            size="xxs"
            style={{ marginRight: -8 }}
            onClick={clear}
          />
        )
      }
    />
  );
}
