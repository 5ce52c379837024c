import { Button } from '../system/Button.tsx';

/** The way into the editor. */
export function StartButton() {
  return (
    <Button to="/jam" size="lg" variant="filled" icon="plus">
      Start a rifff
    </Button>
  );
}
