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

type Options<Props> = {
  /** Stands in its place until it is there. */
  fallback?: ReactNode;
  /** Stands in its place when it could not be fetched. */
  failed: (retry: () => void, props: Props) => ReactNode;
};

class Boundary extends Component<
  { failed: ReactNode; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children;
  }
}

const isServerReachable = () =>
  fetch('/', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * A part of a page in a file of its own. Where that cannot be fetched, the rest of the page stays and the part can be retried.
 * Firefox keeps a module that failed for as long as the page stands, so a retry in vain loads the page anew.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback, failed }: Options<Props>,
): FunctionComponent<Props> => {
  // React.lazy keeps a rejection for good, so what failed is replaced by another attempt. React makes some by itself, where a part
  // fails before it is shown: only what somebody asked for is a retry.
  const attempt = (isRetry = false) =>
    lazy(async () => {
      try {
        return { default: (await load()) as ComponentType<object> };
      } catch (error) {
        latest = attempt();
        if (isRetry && (await isServerReachable())) location.reload();
        throw error;
      }
    });
  let latest = attempt();

  return function LazyPart(props) {
    const [{ Part, attempts }, retry] = useReducer(
      ({ attempts: before }) => ({ Part: attempt(true), attempts: before + 1 }),
      null,
      () => ({ Part: latest, attempts: 1 }),
    );
    return (
      <Boundary key={attempts} failed={failed(retry, props)}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  };
};

/** Says in its place that a part did not load. */
export function LoadFailed({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 border-y border-rule py-5"
    >
      <p>{what} did not load.</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
