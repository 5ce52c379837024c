import { type ComponentProps, useRef } from 'react';
import { IconButton } from './Button.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface SearchFieldProps
  extends Omit<TextFieldProps, 'type' | 'icon' | 'end' | 'onChange' | 'value'> {
  value: string;
  onValueChange(value: string): void;
}

/** A line to search with. Its cross and Escape empty it and keep the focus. */
export function SearchField({ value, onValueChange, onKeyDown, ...rest }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
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
