import { Component, type ReactNode } from 'react';
import './page-boundary.css';

interface State {
  readonly failed: boolean;
  readonly place?: string;
}

/** Shown if a page fails to render: what happened, what is safe, and Reload. A new `place` (the address) tries again. */
export class PageBoundary extends Component<{ place?: string; children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }
  static getDerivedStateFromProps({ place }: { place?: string }, state: State): State | null {
    return place === state.place ? null : { failed: false, ...(place === undefined ? {} : { place }) };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="p-broken" role="alert">
        <h1>This page could not be shown</h1>
        <p>What you saved is safe. Reload the page; if this happens again, tell your administrator.</p>
        <button type="button" className="p-button" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}
