/** One wish for a rifff, from being asked for to sounding. */
export interface Loading {
  readonly abort: AbortController;
  /** Everything that was asked for sounds, or never will. */
  done: Promise<void>;
  /** Enough is here to begin with: all of it, or the first loop when it may start early. */
  begins: Promise<void>;
  begin(): void;
}

/** A loading that has just been asked for. */
export function newLoading(): Loading {
  let begin = () => {};
  const begins = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return { abort: new AbortController(), done: Promise.resolve(), begins, begin };
}
