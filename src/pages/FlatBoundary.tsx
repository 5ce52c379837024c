import { Component, type ReactNode } from 'react';

/** Lanes and meters are drawn beside the page, never in its way: where they cannot be, all else works. */
export class FlatBoundary extends Component<{ children?: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    console.warn('Lanes and meters cannot be drawn here', error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
