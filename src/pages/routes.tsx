import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router';
import type { PageAccess } from '../data/rules/guards.ts';
import type { LayoutName } from '../hud/shell/layouts.ts';
import Landing from './Landing.tsx';
import { type LazyPage, lazyPage } from './lazyPage.tsx';

/** One page: its address, what stands around it, who it is for. */
export interface PageRoute {
  path: string;
  Page: ComponentType;
  /** `default` when left out. */
  layout?: LayoutName;
  /** `any` when left out. */
  access?: PageAccess;
  /** Left out: as the layout has it. */
  hasFooter?: boolean;
  /** Shows no rifff: the canvas is not fetched for it. */
  isStill?: boolean;
  /** Guards to ask after those of every page. */
  guards?: readonly string[];
}

const editor = lazyPage(() => import('./Editor.tsx'));
const jams = lazyPage(() => import('./Jams.tsx'));

/** Every page by its address. The first one comes with the app, the others when they are wanted. */
export const PAGES: readonly PageRoute[] = [
  { path: '/', Page: Landing },
  { path: '/gb', Page: Landing },
  { path: '/eu', Page: Landing },
  { path: '/jam', Page: editor.Page, layout: 'full-screen' },
  { path: '/jams/:jam?', Page: jams.Page, layout: 'full-screen' },
];

/** Pages worth having before they are asked for, and without a network. */
const SOON: readonly LazyPage[] = [editor];

/** Fetches the code of the pages that are likely next. */
export function prefetchPages(): void {
  for (const page of SOON) page.prefetch();
}

const TABLE = PAGES.map((page) => ({ path: page.path, page }));

/** The page at an address, the closest match first; undefined when there is none. */
export function routeAt(pathname: string): PageRoute | undefined {
  const match = matchRoutes(TABLE, pathname)?.at(-1);
  return match && (match.route as (typeof TABLE)[number]).page;
}
