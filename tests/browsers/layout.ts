/** Does a page hold together? Looked for in the page itself, so that it works the same in every browser. */
import type { Driver } from './driver.ts';

/** Body of a function for the page; answers sentences about what does not fit. */
const LOOK = `
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    const wide = [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.localName + '.' + element.getAttribute('class'));
    found.push('the page is ' + (scrollWidth - clientWidth) + ' px too wide: ' + wide.slice(0, 6).join(', '));
  }
  const scrolls = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX, position } = getComputedStyle(at);
      if ((overflowX === 'auto' || overflowX === 'scroll') && at !== document.body) return true;
      if (position === 'fixed') return false;
    }
    return false;
  };
  const nameOf = (element) => {
    const name = element.getAttribute('aria-label') || element.textContent.trim() || element.getAttribute('name') || element.className;
    return element.localName + ' "' + String(name).slice(0, 40) + '"';
  };
  const isHidden = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    for (let at = element; at; at = at.parentElement) {
      const { clipPath, opacity } = getComputedStyle(at);
      if (clipPath.startsWith('inset(50%') || opacity === '0') return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll('button, a[href], input, select, textarea, h1, h2')) {
    if (isHidden(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0 && box.height === 0) continue;
    const isInline = getComputedStyle(element).display === 'inline';
    const isDrawn = element.localName === 'input' && /^(radio|checkbox|range|file)$/.test(element.type);
    if (!isDrawn && (Math.min(box.width, box.height) < (element.localName === 'button' ? 20 : 6))) {
      found.push(nameOf(element) + ' is ' + box.width.toFixed(0) + ' x ' + box.height.toFixed(0));
    }
    if (!scrolls(element) && (box.right > innerWidth + 1 || box.left < -1)) {
      found.push(nameOf(element) + ' lies from ' + box.left.toFixed(0) + ' to ' + box.right.toFixed(0) + ' of ' + innerWidth);
    }
    if (element.localName === 'button' && !isInline && element.clientWidth > 0) {
      const inner = [...element.querySelectorAll('*')].filter((one) => !isHidden(one) && one.getBoundingClientRect().width > 1);
      const range = document.createRange();
      range.selectNodeContents(element);
      const { width } = range.getBoundingClientRect();
      const { overflowX } = getComputedStyle(element);
      if (overflowX === 'visible' && inner.length === 0 && width > box.width + 1) {
        found.push('the words of ' + nameOf(element) + ' are ' + (width - box.width).toFixed(0) + ' px too wide');
      }
    }
  }
  return found;
`;

/** What does not fit in the window as it is now. */
export const misfits = (driver: Driver) => driver.run<string[]>(LOOK);
