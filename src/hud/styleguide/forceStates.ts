/** Shows states that only a pointer or the keyboard can make, by the very rules that the controls have. */

export type ForcedState = 'hover' | 'focus' | 'press';

const CONTROLS = ':is(a, button, input, select, textarea, [tabindex])';

/** Pseudo-classes that stand for a state, and what a selector says instead inside a forced specimen. */
const PSEUDO: readonly (readonly [RegExp, ForcedState, string])[] = [
  [/:hover/g, 'hover', '*'],
  [/:active(?!-)/g, 'press', '*'],
  [/:focus-within/g, 'focus', '*'],
  [/:focus-visible/g, 'focus', CONTROLS],
];

/**
 * A selector that holds inside `[data-force~="…"]` where the given one holds by pointer or focus, with the
 * same weight in the cascade; null when it asks for no such state.
 */
export function forcedSelector(selector: string): string | null {
  let text = selector;
  for (const [pseudo, state, target] of PSEUDO) {
    text = text.replace(pseudo, `:is([data-force~="${state}"] ${target})`);
  }
  return text === selector ? null : text;
}

/** The rules of a sheet that show a state, rewritten; conditions on the pointer are left out. */
function forcedRules(rules: CSSRuleList): string[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSMediaRule) {
      const inner = forcedRules(rule.cssRules);
      if (inner.length === 0 || /hover|pointer/.test(rule.conditionText)) return inner;
      return [`@media ${rule.conditionText} { ${inner.join(' ')} }`];
    }
    if (!(rule instanceof CSSStyleRule)) return [];
    const selector = forcedSelector(rule.selectorText);
    return selector ? [`${selector} { ${rule.style.cssText} }`] : [];
  });
}

/**
 * Adds a sheet with the rules of all sheets of the page for forced states.
 * @returns takes it away again
 */
export function forceStates(): () => void {
  const text = [...document.styleSheets].flatMap((sheet) => forcedRules(sheet.cssRules));
  const forced = new CSSStyleSheet();
  forced.replaceSync(text.join('\n'));
  document.adoptedStyleSheets.push(forced);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== forced);
  };
}
