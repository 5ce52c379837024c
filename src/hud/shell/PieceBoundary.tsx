import { Component, type ReactNode } from 'react';
import { notify } from '../../data/stores/ui.ts';

export interface PieceBoundaryProps {
  /** What could not be opened, for the sentence that says so. */
  what: string;
  children?: ReactNode;
  /** Takes the wish back, so that it can be wished again. */
  onFail(): void;
}

/** Keeps a piece of the shell that cannot be fetched (no network) from taking the page along. */
export class PieceBoundary extends Component<PieceBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    const { what, onFail } = this.props;
    console.warn(`${what} could not be loaded`, error);
    notify(`${what} could not be loaded. Is there a network?`);
    onFail();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
