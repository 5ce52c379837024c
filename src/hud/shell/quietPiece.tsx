import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { importChunk } from './importChunk.ts';

/** Nothing, for a piece that cannot come. */
const Nothing = () => null;

/**
 * A piece of the shell whose code follows the page: `fallback` stands there until it has come. When it cannot
 * come (no network) the fallback's place stays empty and nothing is said, since nobody asked for it.
 */
export function quietPiece<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Piece = lazy(async () => ({
    default: await importChunk(load).catch((): ComponentType<Props> => Nothing),
  })) as unknown as ComponentType<Props>;
  return function QuietPiece(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Piece {...props} />
      </Suspense>
    );
  };
}
