import { type ComponentType, type ReactNode, Suspense, use, useState } from 'react';
import { importChunk } from './importChunk.ts';
import { PieceBoundary } from './PieceBoundary.tsx';

/** A piece of the shell whose code is fetched when it is wanted, or earlier. */
export interface LazyPiece<Props> {
  Piece: ComponentType<Props>;
  /** Fetches the code ahead of its use; a failure is met when it is used. */
  prefetch(): void;
}

/**
 * Makes a piece of the shell that is fetched on demand. While it comes nothing is shown; when it cannot
 * come a notice says so, and the next wish tries again.
 *
 * @param what names it in that notice
 * @param onFail takes the wish back
 */
export function lazyPiece<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
  onFail: (props: Props) => void,
): LazyPiece<Props> {
  let coming: Promise<ComponentType<Props>> | null = null;
  const fetchPiece = () => {
    coming ??= importChunk(load);
    return coming;
  };

  function Inner(props: Props): ReactNode {
    const Loaded = use(fetchPiece());
    return <Loaded {...props} />;
  }

  function Piece(props: Props): ReactNode {
    const [attempt, setAttempt] = useState(0);
    return (
      <PieceBoundary
        key={attempt}
        what={what}
        onFail={() => {
          coming = null;
          onFail(props);
          setAttempt(attempt + 1);
        }}
      >
        <Suspense>
          <Inner {...props} />
        </Suspense>
      </PieceBoundary>
    );
  }

  return { Piece, prefetch: () => void fetchPiece().catch(() => {}) };
}
