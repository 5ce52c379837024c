import type { SharedRifff } from '../../data/contract/sharing.ts';
import type { Listening } from '../parts/listening/useListening.ts';
import { useRemix } from '../parts/listening/useRemix.ts';
import { KeepMix } from '../parts/rings/KeepMix.tsx';
import { LikeButton } from '../parts/shares/LikeButton.tsx';
import { Button } from '../system/Button.tsx';
import { IconButton } from '../system/IconButton.tsx';
import styles from './ListenPanel.module.css';
import type { Wall } from './useWall.ts';

export interface ListenControlsProps {
  share: SharedRifff;
  own: Listening;
  wall: Wall;
}

/** What can be done with the rifff that is heard; on a wall only what goes on. */
export function ListenControls({ share, own, wall }: ListenControlsProps) {
  const remix = useRemix();
  const { shown, mix } = own;
  return (
    <div className={styles.controls}>
      <IconButton
        icon="skipBack"
        label="Previous rifff"
        size="lg"
        variant="outlined"
        onClick={() => own.skip(-1)}
      />
      <IconButton
        icon="skipForward"
        label="Next rifff"
        size="lg"
        variant="outlined"
        onClick={() => own.skip(1)}
      />
      <LikeButton share={share} size="lg" />
      {wall.isWall ? (
        <IconButton
          icon="close"
          label="Leave the wall"
          size="lg"
          variant="outlined"
          onClick={() => wall.setWall(false)}
        />
      ) : (
        <>
          <Button size="md" icon="branch" onClick={() => void remix(mix, shown.title)}>
            Remix
          </Button>
          {own.isChanged && (
            <Button size="md" icon="reset" onClick={own.reset}>
              Reset mix
            </Button>
          )}
          <KeepMix mix={mix} title={shown.title} isChanged={own.isChanged} />
        </>
      )}
    </div>
  );
}
