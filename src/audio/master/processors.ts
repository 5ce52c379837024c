/** Our processors on a context: fetched ahead, added once, and known to be there or not. */
// `?worker&url` makes Vite bundle the processors with what they import and give the address.
import processorsUrl from './processors.worklet.ts?worker&url';

const contexts = new WeakSet<BaseAudioContext>();

/** Lets the browser fetch the processors before a gesture asks for them. */
export function fetchProcessors(): void {
  fetch(processorsUrl).catch(() => undefined); // `addProcessors` meets the same failure
}

/** Adds the processors to a context. @returns false where the browser has none (a page without HTTPS) */
export async function addProcessors(context: BaseAudioContext): Promise<boolean> {
  if (contexts.has(context)) return true;
  try {
    await context.audioWorklet.addModule(processorsUrl);
    contexts.add(context);
  } catch (error) {
    console.warn(
      'Our audio processors could not be loaded; the browser’s own take their place',
      error,
    );
  }
  return contexts.has(context);
}

/** Have the processors been added to a context? */
export function hasProcessors(context: BaseAudioContext): boolean {
  return contexts.has(context);
}
