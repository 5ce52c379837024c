/** Elements and attributes of the documents of a DAWproject, without what a document may define for itself. */
import { XMLParser } from 'fast-xml-parser';

/** Attributes are words, elements are lists: everything may come several times. */
export interface Element {
  readonly [name: string]: readonly Element[] | string | undefined;
}

/** Elements inside each other; ours have eleven. */
const MAX_DEPTH = 64;

/** @throws Error with a sentence for people */
export function readXml(text: string): Element {
  // What a document defines for itself may be expanded without end; these never define anything.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Error('it defines entities, which is refused');
  let depth = 0;
  for (const [tag] of text.matchAll(/<[^<>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>') && !/^<[!?]/.test(tag)) depth += 1;
    if (depth > MAX_DEPTH) throw new Error('it is nested too deeply');
  }
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseAttributeValue: false,
    parseTagValue: false,
    alwaysCreateTextNode: true,
    isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  });
  try {
    return parser.parse(text) as Element;
  } catch (cause) {
    throw new Error('it is damaged', { cause });
  }
}

/** The elements of a name inside one. */
export const all = (element: Element | undefined, name: string): readonly Element[] => {
  const found = element?.[name];
  return Array.isArray(found) ? (found as readonly Element[]) : [];
};
/** The first element along a path of names. */
export const one = (
  element: Element | undefined,
  ...names: readonly string[]
): Element | undefined =>
  names.reduce<Element | undefined>((at, name) => all(at, name)[0], element);
/** An attribute; empty where it is not there. */
export const word = (element: Element | undefined, name: string): string => {
  const found = element?.[`@${name}`];
  return typeof found === 'string' ? found : '';
};
/** An attribute as a finite number, or null. */
export const number = (element: Element | undefined, name: string): number | null => {
  const text = word(element, name);
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
};

/** The text of an element, as `metadata.xml` has it. */
export const textOf = (element: Element, ...path: readonly string[]): string => {
  const found = one(element, ...path)?.['#text'];
  return typeof found === 'string' ? found.trim() : '';
};
