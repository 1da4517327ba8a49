import { Skeleton } from '../../ui/skeleton';
import { gridClass } from './grid-class';

/** The courts that are on their way. */
export function CourtsLoading() {
  return (
    <div role="status">
      <p className="mt-3 min-h-11 content-center text-quiet lg:mt-5">Loading exclusive courts...</p>
      <div className={gridClass}>
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} className="h-96" />
        ))}
      </div>
    </div>
  );
}
