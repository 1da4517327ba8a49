import {
  Component,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  lazy,
  useReducer,
} from 'react';
import { Button } from './button';

type LazyOptions<Props> = {
  /** Shown while the component loads. */
  fallback?: ReactNode;
  /** Shown if the component fails to load. */
  renderError: (retryLoad: () => void, props: Props) => ReactNode;
};

class Boundary extends Component<
  { error: ReactNode; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.error : this.props.children;
  }
}

const isServerReachable = () =>
  fetch('/', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * A lazily loaded component. If its chunk fails to load, the rest of the page stays and the user
 * can retry. Firefox caches a failed module, so a second failure reloads the page.
 */
export const lazyComponent = <Props extends object>(
  loadComponent: () => Promise<ComponentType<Props>>,
  { fallback, renderError }: LazyOptions<Props>,
): FunctionComponent<Props> => {
  // React.lazy caches a rejection, so each attempt creates a new component. React retries on its
  // own before the first render; only a retry by the user may reload the page.
  const createAttempt = (isRetry = false) =>
    lazy(async () => {
      try {
        return { default: (await loadComponent()) as ComponentType<object> };
      } catch (loadError) {
        latestAttempt = createAttempt();
        if (isRetry && (await isServerReachable())) location.reload();
        throw loadError;
      }
    });
  let latestAttempt = createAttempt();

  return function LazyPart(props) {
    const [{ Part, attempts }, retry] = useReducer(
      ({ attempts: previousAttempts }) => ({
        Part: createAttempt(true),
        attempts: previousAttempts + 1,
      }),
      null,
      () => ({ Part: latestAttempt, attempts: 1 }),
    );
    return (
      <Boundary key={attempts} error={renderError(retry, props)}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  };
};

export function LoadFailed({ subject, onRetry }: { subject: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 border-y border-rule py-5"
    >
      <p>{subject} didn't load.</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
