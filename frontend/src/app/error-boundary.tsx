import { Component, type ReactNode, Suspense, lazy } from 'react';

const ErrorPage = lazy(async () => ({ default: (await import('./error-page')).ErrorPage }));

/** Shows what to do when a page throws. React has only a class for this. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Suspense>
        <ErrorPage error={error} />
      </Suspense>
    );
  }
}
