import { createElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { ManualNode } from '../../data/contract/manual.ts';
import { firstSegment, isServerSegment } from '../../data/contract/serverPaths.ts';
import { inBase } from '../../data/rules/site/base.ts';

/** What the manual says, as elements; links within the app keep what plays playing. */
export function manualText(nodes: readonly ManualNode[]): ReactNode[] {
  return nodes.map((node, at) => {
    if (typeof node === 'string') return node;
    const [tag, { href, src, ...given }, ...children] = node;
    const inside = children.length > 0 ? manualText(children) : undefined;
    const key = `${tag} ${at}`;
    const attributes = typeof src === 'string' ? { ...given, src: inBase(src) } : given;
    if (typeof href !== 'string') return createElement(tag, { key, ...attributes }, inside);
    const isPage = /^[/#]/.test(href) && !isServerSegment(href) && firstSegment(href) !== 'assets';
    return isPage ? (
      <Link key={key} to={href} {...attributes}>
        {inside}
      </Link>
    ) : (
      <a key={key} href={inBase(href)} {...attributes}>
        {inside}
      </a>
    );
  });
}
