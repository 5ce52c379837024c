import { Component, type ReactNode } from 'react';
import ErrorPage from './ErrorPage.tsx';
import { forgetFailedPages } from './lazyPage.tsx';

export interface PageBoundaryProps {
  /** Changes with every move to another page: a failure is left behind. */
  place: string;
  children?: ReactNode;
}

interface PageBoundaryState {
  /** The place that failed, with what it threw. */
  failure: { place: string; error: unknown } | null;
}

/** Shows the error page in place of a page that throws. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { place: '', error } };
  }

  static getDerivedStateFromProps({ place }: PageBoundaryProps, { failure }: PageBoundaryState) {
    if (!failure || failure.place === place) return null;
    return failure.place === '' ? { failure: { ...failure, place } } : { failure: null };
  }

  override componentDidCatch(error: unknown) {
    console.error('A page could not be shown', error);
    forgetFailedPages();
  }

  override render() {
    const { failure } = this.state;
    return failure ? <ErrorPage error={failure.error} /> : this.props.children;
  }
}
