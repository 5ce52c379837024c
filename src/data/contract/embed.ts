import type { Rifff } from './rifff.ts';

/** Id of the data block in the page of an embed. */
export const EMBED_DATA_ID = 'share';

/** What the server writes into the page of an embed: everything that it shows, so that it need ask for nothing. */
export interface EmbedData {
  readonly title: string;
  /** Display names, who shared it first. */
  readonly makers: readonly string[];
  /** Address of the rifff's page. */
  readonly pageUrl: string;
  readonly rifff: Rifff;
}
