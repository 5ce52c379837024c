import { IconButton } from '../../system/Button.tsx';
import { Menu } from '../../system/Menu.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { useMedia } from '../useMedia.ts';

/** Beginning anew, and a rifff by chance: two buttons, or a menu where there is no room for them. */
export function MoreButtons({ isDisabled }: { isDisabled: boolean }) {
  const actions = useEditorActions();
  const isTight = useMedia('(max-width: 1279px)');
  const surprise = () => void actions.surprise();
  if (isTight) {
    return (
      <Menu
        label="More"
        align="end"
        trigger={<IconButton icon="more" size="md" variant="outlined" label="More" />}
        items={[
          { id: 'surprise', title: 'Surprise me', icon: 'dice', run: surprise },
          {
            id: 'startOver',
            title: 'Start over',
            icon: 'reset',
            disabled: isDisabled,
            run: actions.startOver,
          },
        ]}
      />
    );
  }
  return (
    <>
      <IconButton
        icon="reset"
        size="md"
        variant="outlined"
        disabled={isDisabled}
        label="Start over"
        onClick={actions.startOver}
      />
      <IconButton icon="dice" size="md" variant="outlined" label="Surprise me" onClick={surprise} />
    </>
  );
}
