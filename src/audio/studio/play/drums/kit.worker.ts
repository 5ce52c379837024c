/** Renders kits off the main thread. */
import type { StereoSound } from './mixHits.ts';
import { renderKit } from './renderKit.ts';

export interface KitRequest {
  readonly kit: string;
}

export type KitAnswer = { readonly sounds: StereoSound[] } | { readonly error: string };

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<KitRequest>) => void) | null;
  postMessage(answer: KitAnswer, transfer?: Transferable[]): void;
};

scope.onmessage = ({ data: { kit } }) => {
  try {
    const sounds = renderKit(kit);
    const buffers = sounds.flatMap(({ left, right }) => [left.buffer, right.buffer]);
    scope.postMessage({ sounds }, buffers);
  } catch (error) {
    scope.postMessage({ error: String(error) });
  }
};
