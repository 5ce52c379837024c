/** The worker's half of the one way in which page and workers talk: a call goes in, answers come out. */
/** Says that a task is still at work, so that its limit of time begins anew. */
export type Tell = () => void;

/** What a pool's workers can do: plain functions of one input, by name. */
export type Tasks = Readonly<Record<string, (input: never, tell: Tell) => unknown>>;

export interface Call {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
}

/** An error in the form that travels: browsers keep nothing of an error but its words. */
interface Failure {
  readonly name: string;
  readonly message: string;
  /** What kind of error it is, where the error says so. */
  readonly fault?: unknown;
}

export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'working'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure };

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  return { name, message, ...('fault' in error && { fault: error.fault }) };
}

/** The error of a failure that has travelled: its class stays behind, its name, words and fault do not. */
export function errorOf({ message, ...rest }: Failure): Error {
  return Object.assign(new Error(message), rest);
}

/** Memory of an answer that the page may have without a copy: every array of samples or bytes in it. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) buffersOf(part, found);
  }
  return found;
}

/**
 * Answers calls for as long as the worker lives. Tasks make what they answer themselves: it is given away. On a page,
 * which does the same tasks where no worker can run, it does nothing.
 */
export function serve(tasks: Tasks): void {
  if ('document' in globalThis) return;
  const scope = self as unknown as {
    onmessage: ((event: MessageEvent<Call>) => void) | null;
    postMessage(answer: Answer, transfer?: Transferable[]): void;
  };
  scope.onmessage = async ({ data: { id, task, input } }) => {
    try {
      const tell = () => scope.postMessage({ kind: 'working', id });
      const result = await tasks[task]!(input as never, tell);
      scope.postMessage({ kind: 'done', id, result }, [...buffersOf(result)]);
    } catch (error) {
      scope.postMessage({ kind: 'failed', id, failure: failureOf(error) });
    }
  };
  scope.postMessage({ kind: 'ready' });
}
