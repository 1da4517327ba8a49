import {
  Component,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  createContext,
  lazy,
  useContext,
  useReducer,
} from 'react';
import { Button } from './button';

type LazyOptions<Props> = {
  /** Shown while the component loads. */
  fallback?: ReactNode | ((props: Props) => ReactNode);
  /** Shown if the component fails to load or to render; see `useLoadFailure`. */
  renderError: (retryLoad: () => void, props: Props) => ReactNode;
  /** Whether nothing else is on the page, so that a retry may reload it. */
  isWholePage?: boolean;
};

/**
 * Why a part is missing. `needsReload`: the server is reachable, but the browser or the server no
 * longer has the chunk. `crashed`: the part loaded and then failed to render.
 */
export type LoadFailure = 'network' | 'needsReload' | 'crashed';

class LoadError extends Error {
  override readonly name = 'LoadError';

  constructor(
    readonly failure: LoadFailure,
    cause: unknown,
  ) {
    super('A part of the page failed to load', { cause });
  }
}

const FailureContext = createContext<LoadFailure>('network');

/** Why the part is missing whose `renderError` shows the component. */
export const useLoadFailure = () => useContext(FailureContext);

/** The label of the button that calls `retryLoad`. */
export const retryLabels: Record<LoadFailure, string> = {
  network: 'Try Again',
  needsReload: 'Reload Page',
  crashed: 'Try Again',
};

class Boundary extends Component<
  { error: (failure: LoadFailure) => ReactNode; children: ReactNode },
  { failure: LoadFailure | null }
> {
  override state: { failure: LoadFailure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof LoadError ? error.failure : 'crashed' };
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return <FailureContext value={failure}>{this.props.error(failure)}</FailureContext>;
  }
}

const isServerReachable = () =>
  fetch('/', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * A lazily loaded component. If its chunk fails to load, the rest of the page stays and the user
 * can retry, and then reload, because Firefox caches a failed module and old chunks expire.
 */
export const lazyComponent = <Props extends object>(
  loadComponent: () => Promise<ComponentType<Props>>,
  { fallback, renderError, isWholePage = false }: LazyOptions<Props>,
): FunctionComponent<Props> => {
  // React.lazy caches a rejection, so each attempt creates a new component. React retries on its
  // own before the first render; only a retry by the user may find that a reload is needed.
  const createAttempt = (isRetry = false) =>
    lazy(async () => {
      try {
        return { default: (await loadComponent()) as ComponentType<object> };
      } catch (loadError) {
        latestAttempt = createAttempt();
        const needsReload = isRetry && (await isServerReachable());
        if (needsReload && isWholePage) location.reload();
        throw new LoadError(needsReload ? 'needsReload' : 'network', loadError);
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
      <Boundary
        key={attempts}
        error={(failure) =>
          renderError(failure === 'needsReload' ? () => location.reload() : retry, props)
        }
      >
        <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  };
};

const failureTexts: Record<LoadFailure, (subject: string) => string> = {
  network: (subject) => `${subject} didn't load.`,
  needsReload: (subject) =>
    `${subject} can't load until you reload this page. Reloading clears anything you typed here and haven't saved.`,
  crashed: (subject) => `${subject} ran into a problem.`,
};

export function LoadFailed({ subject, onRetry }: { subject: string; onRetry: () => void }) {
  const failure = useLoadFailure();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 border-y border-rule py-5"
    >
      <p>{failureTexts[failure](subject)}</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {retryLabels[failure]}
      </Button>
    </div>
  );
}
