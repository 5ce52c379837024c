import { Component, type ReactNode } from 'react';

export interface SceneBoundaryProps {
  children?: ReactNode;
  onFail(): void;
}

/** Keeps a canvas that cannot draw from taking the page along. */
export class SceneBoundary extends Component<SceneBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    console.warn('Drawing without WebGL', error);
    this.props.onFail();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
