/** The manual (`docs/manual`) as the build hands it to its pages. */

/** Text, or an element: its tag, its attributes as React calls them, and what is in it. */
export type ManualNode =
  | string
  | readonly [
      tag: string,
      attributes: Readonly<Record<string, string | number>>,
      ...children: ManualNode[],
    ];

export interface ManualPage {
  /** Last part of its address; empty for the list of all pages. */
  readonly name: string;
  readonly title: string;
  /** What it is about, in a sentence or two. */
  readonly lead: readonly ManualNode[];
  readonly body: readonly ManualNode[];
}

export interface Manual {
  readonly groups: readonly {
    readonly title: string;
    /** In the order in which they are read. */
    readonly pages: readonly { readonly to: string; readonly title: string }[];
  }[];
  readonly pages: readonly ManualPage[];
}

/** Folder of the files of the manual among the built ones. Their names change with what is in them. */
export const MANUAL_FOLDER = 'assets/manual/';
/** Address of the list of pages. */
export const MANUAL_PATH = '/manual';
