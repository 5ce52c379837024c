/**
 * What pages may write as markup and load as scripts (Trusted Types, W3C). Documents come with the header
 * `require-trusted-types-for 'script'`, so that every sink asks this one policy and no other can be made: nothing that
 * a person typed becomes markup, whatever a mistake hands to `innerHTML`. Browsers without Trusted Types pass it by.
 */

import { isServerSegment } from '../../contract/serverPaths.ts';
import { BASE, pathInBase } from './base.ts';

/** Tags of drawings, and of the wave of a track, which a library writes. None of them runs or loads anything. */
const TAG =
  /<\/?(?:svg|g|defs|path|circle|rect|line|clipPath|pattern|style|div)((?:\s+[\w:-]+="[^"<>]*")*)\s*\/?>/g;
/** Names and values of attributes that could run or load something. */
const HARMFUL = /\son|\b(?:href|src|style|formaction)=|javascript:|data:/i;

/** True for markup that holds pictures and boxes alone. @param markup as it would go to `innerHTML` */
export function isHarmlessMarkup(markup: string): boolean {
  const left = markup.replace(TAG, (tag, attributes: string) =>
    HARMFUL.test(attributes) ? tag : '',
  );
  return !left.includes('<');
}

/**
 * True for a script of ours: a built file of this origin, or one that a page made of its own bytes (`blob:`), as
 * encoders of sound bring their workers. What the server stores for people lies under paths of the server.
 *
 * @param page address of the document
 */
export function isOwnScript(address: string, page: string): boolean {
  const own = URL.parse(page);
  const url = URL.parse(address, page);
  if (!own || !url || url.origin !== own.origin) return false;
  if (url.protocol === 'blob:') return true;
  return url.pathname.startsWith(BASE) && !isServerSegment(pathInBase(url.pathname));
}

interface Policies {
  createPolicy(name: string, rules: Record<string, (text: string) => string | null>): unknown;
}

/** Makes the policy of a document. Once, before anything else of the page runs. */
export function trustOwnTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  trustedTypes?.createPolicy('default', {
    createHTML: (markup) => (isHarmlessMarkup(markup) ? markup : null),
    createScriptURL: (address) => (isOwnScript(address, location.href) ? address : null),
  });
}
