import type { ComponentProps } from 'react';
import { IconButton } from '../../system/Button.tsx';
import { useCommand } from './registry.ts';

interface CommandButtonProps extends Omit<ComponentProps<typeof IconButton>, 'label' | 'onClick'> {
  /** Id of the command that it runs. */
  command: string;
  /** Where the command's own title is too long or not the whole truth. */
  label?: string;
  /** Its name while the command is not there, where that may last. */
  otherwise?: string;
}

/** A round button for a command of the registry: its title, its keys, and whether it can be run now. */
export function CommandButton({ command, label, otherwise, ...look }: CommandButtonProps) {
  const { title, shortcuts, isEnabled, run } = useCommand(command);
  return (
    <IconButton
      label={label ?? (title || (otherwise ?? ''))}
      aria-keyshortcuts={shortcuts}
      aria-disabled={!isEnabled || undefined}
      onClick={run}
      {...look}
    />
  );
}
