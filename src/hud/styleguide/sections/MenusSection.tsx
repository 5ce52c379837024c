import { useState } from 'react';
import { notify } from '../../../data/stores/ui.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import type { MenuItem } from '../../system/Menu.tsx';
import { Menu } from '../../system/Menu.tsx';
import { Part } from '../Part.tsx';
import { Specimen, Specimens } from '../Specimen.tsx';

function useItems(): readonly MenuItem[] {
  const [isLooping, setLooping] = useState(true);
  const say = (what: string) => () => notify(what);
  return [
    { kind: 'label', id: 'slot', title: 'Slot 3, vocals' },
    { id: 'solo', title: 'Solo', icon: 'solo', keys: 'S', run: say('Solo') },
    { id: 'mute', title: 'Mute', icon: 'mute', keys: 'M', run: say('Mute') },
    { id: 'loop', title: 'Go round', checked: isLooping, run: () => setLooping(!isLooping) },
    { kind: 'rule', id: 'rule' },
    {
      id: 'long',
      title: 'Another one of the same kind that was made by the same person',
      icon: 'dice',
      run: say('Another one'),
    },
    { id: 'up', title: 'Move up', icon: 'chevronUp', disabled: true, run: () => {} },
    { id: 'remove', title: 'Remove', icon: 'bin', keys: 'Del', run: say('Removed') },
  ];
}

/** Menus under a button and at the pointer, and words about a control. */
export function MenusSection() {
  const items = useItems();
  return (
    <Part
      title="Menu"
      text="Arrow keys move, letters leap, Escape closes and gives the focus back. A row can be ticked, disabled or carry its key."
    >
      <Specimens columnPx={208}>
        <Specimen title="Under a button">
          <Menu label="Slot" items={items} trigger={<Button icon="more">Slot</Button>} />
        </Specimen>
        <Specimen title="Under an icon">
          <Menu
            label="More"
            items={items}
            trigger={<IconButton icon="more" variant="outlined" label="More" />}
          />
        </Specimen>
      </Specimens>
    </Part>
  );
}
