import { Component, type ReactNode } from 'react';
import { MESSAGES } from '../../data/contract/messages.ts';

/** Shown when showing the error page fails: plain text and a way home that needs no script. */
export class LastResort extends Component<{ children?: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(MESSAGES.errorPageFailed, error);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div style={{ padding: 'calc(var(--header) + 24px) var(--margin)' }}>
        <p role="alert">{MESSAGES.errorPageFailed}</p>
        <p style={{ marginTop: 16 }}>
          <a href="/" style={{ textDecoration: 'underline' }}>
            Back to the first page
          </a>
        </p>
      </div>
    );
  }
}
