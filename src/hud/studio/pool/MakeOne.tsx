import { Button } from '../../system/Button.tsx';
import { useEditorActions } from '../EditorContext.tsx';

interface MakeOneProps {
  children?: string;
  size?: 'xs' | 'sm';
}

/** Has a loop made on this device of what the pool shows, and goes to where those are. */
export function MakeOne({ children = 'Make another', size = 'xs' }: MakeOneProps) {
  const actions = useEditorActions();
  return (
    <Button size={size} icon="plus" onClick={() => void actions.makeAnother()}>
      {children}
    </Button>
  );
}
