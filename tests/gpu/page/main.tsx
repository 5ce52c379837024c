import { createRoot } from 'react-dom/client';
import { registerPlace } from '../../../src/data/stores/places.ts';
import { setTouch } from '../../../src/data/stores/touch.ts';
import SceneHost from '../../../src/scene/SceneHost.tsx';
import { SIZES, STATES } from '../cases.ts';

/** `?case=<name>` shows one state, `?case=sizes` the small sizes. */
const wanted = new URLSearchParams(location.search).get('case') ?? 'playing';
const cases = wanted === 'sizes' ? SIZES : STATES.filter(({ name }) => name === wanted);
for (const { name, x, y, sizePx, view, touch } of cases) {
  const element = document.createElement('div');
  element.className = 'place';
  element.style.cssText = `left:${x}px;top:${y}px;width:${sizePx}px;height:${sizePx}px`;
  document.getElementById('places')!.append(element);
  registerPlace({ id: name, element, view });
  if (touch) setTouch({ placeId: name, ...touch });
}
createRoot(document.getElementById('host')!).render(<SceneHost />);
