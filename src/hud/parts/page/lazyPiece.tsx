/** Code that is fetched when it is first shown, and what stands in its place until then or when it fails. */
import { Component, type ComponentType, type ReactNode, Suspense, use, useState } from 'react';
import { notify } from '../../../data/stores/ui.ts';
import { restTurn } from './firstSound.ts';
import { importChunk } from './importChunk.ts';

/** Pieces whose code could not be fetched; once their failure was on show they may be tried again. */
const failed = new Set<() => void>();

function forgetFailures(): void {
  for (const forget of failed) forget();
  failed.clear();
}

export interface BoundaryProps {
  children?: ReactNode;
  /** Shown in place of what threw; nothing when left out. */
  instead?: (error: unknown) => ReactNode;
  onFail?: (error: unknown) => void;
  /** When it changes, a failure is left behind and what is inside is tried again. */
  place?: string;
}

interface BoundaryState {
  /** Where something was thrown (null: not known yet), and what. */
  failure: { place: string | undefined | null; error: unknown } | null;
}

/** Keeps what throws inside it from taking along what is around it. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { place: null, error } };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, { failure }: BoundaryState) {
    if (!failure || failure.place === place) return null;
    return { failure: failure.place === null ? { ...failure, place } : null };
  }

  override componentDidCatch(error: unknown) {
    forgetFailures();
    this.props.onFail?.(error);
  }

  override render() {
    const { failure } = this.state;
    if (failure) return this.props.instead?.(failure.error) ?? null;
    return this.props.children;
  }
}

export interface LaterProps {
  children?: ReactNode;
  /** Stands there until it has come. */
  fallback?: ReactNode;
  onFail?: (error: unknown) => void;
  /** When it changes, what failed is tried again. */
  place?: string;
}

/** A piece that comes after the page. Where it cannot come nothing stands there, and the page goes on. */
export function Later({ children, fallback, onFail, place }: LaterProps) {
  return (
    <Boundary onFail={onFail} place={place}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}

export interface LazyPiece<Props> {
  Piece: ComponentType<Props>;
  /** Fetches the code ahead of its use; a failure is met when it is used. Then it is shown without a wait. */
  prefetch(): Promise<void>;
}

/**
 * A component whose code is fetched when it is first shown; when that fails it throws to the next `Boundary`.
 * @param watch follows the fetching of the code, for instance to show it
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  watch: <T>(fetching: Promise<T>) => Promise<T> = (fetching) => fetching,
): LazyPiece<Props> {
  let coming: Promise<ComponentType<Props>> | null = null;
  let here: ComponentType<Props> | null = null;
  const forget = () => {
    coming = null;
  };
  function Piece(props: Props): ReactNode {
    const Here = here;
    if (Here) return <Here {...props} />;
    if (!coming) {
      coming = watch(importChunk(load));
      coming.catch(() => failed.add(forget));
    }
    const Loaded = use(coming);
    return <Loaded {...props} />;
  }
  const prefetch = async () => {
    here = await load().catch(() => null);
  };
  return { Piece, prefetch };
}

/** A component whose code is not fetched before the first sound and the first rings are there. */
export const restComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyComponent(() => restTurn().then(load)).Piece;

/** As `restComponent`, with nothing in its place until it has come, or where it cannot come. */
export function restPiece<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Piece = restComponent(load);
  return (props) => (
    <Later>
      <Piece {...props} />
    </Later>
  );
}

/**
 * A piece that is asked for, such as a dialog. When it cannot come a notice says so, and the next wish tries again.
 * @param what names it in that notice
 * @param onFail takes the wish back
 */
export function lazyPiece<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
  onFail: (props: Props) => void,
): LazyPiece<Props> {
  const { Piece: Inner, prefetch } = lazyComponent(load);
  function Piece(props: Props): ReactNode {
    const [attempt, setAttempt] = useState(0);
    const fail = (error: unknown) => {
      console.warn(`${what} could not be loaded`, error);
      notify(`${what} could not be loaded. Is there a network?`);
      onFail(props);
      setAttempt(attempt + 1);
    };
    return (
      <Later place={String(attempt)} onFail={fail}>
        <Inner {...props} />
      </Later>
    );
  }
  return { Piece, prefetch };
}
