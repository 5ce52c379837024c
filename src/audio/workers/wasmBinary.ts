/**
 * WebAssembly that is fetched, with a copy to fall back on. It concerns the codecs that come as a binary of their
 * own; what the browser decodes itself needs none.
 */
import { MESSAGES } from '../../data/contract/messages.ts';

/**
 * The bytes of base64 text, with or without the head of a `data:` address.
 * @throws Error 'Converting base64 string to bytes failed.'
 */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> {
  try {
    const letters = atob(text.replace(/^data:[^,]*,/, ''));
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  } catch (cause) {
    throw new Error(MESSAGES.base64Failed, { cause });
  }
}

/**
 * A WebAssembly binary from its address; when that fails it says 'failed to load wasm binary file' in the console
 * and takes the embedded copy.
 * @param embedded the copy as base64 or as a `data:` address, fetched only when it is needed
 * @throws Error 'Converting base64 string to bytes failed.' when the copy is no base64
 */
export async function wasmBinary(
  url: string,
  embedded: () => Promise<string>,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
    return new Uint8Array(await answer.arrayBuffer());
  } catch (cause) {
    console.warn(MESSAGES.wasmLoadFailed, cause);
    return base64Bytes(await embedded());
  }
}
