import { useState } from 'react';
import { Tabs } from '../../system/Tabs.tsx';
import { Part } from '../Part.tsx';

const TITLES = ['Profile', 'Settings', 'Devices', 'A tab with a rather long name', 'Data'];
const ITEMS = TITLES.map((title) => ({
  value: title.toLowerCase(),
  title,
  content: <p className="muted">What belongs under “{title}”.</p>,
}));

/** A row of tabs. */
export function TabsSection() {
  const [value, setValue] = useState('profile');
  return (
    <Part title="Tab row" text="Arrow keys move between them. What does not fit scrolls sideways.">
      <Tabs label="Specimen" items={ITEMS} value={value} onValueChange={setValue} />
    </Part>
  );
}
