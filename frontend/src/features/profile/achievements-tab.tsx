import { paths } from '../../config/paths';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';

/** Achievements: nothing is counted for them yet, so nothing is claimed. */
export function AchievementsTab() {
  return (
    <EmptyState title="No achievements yet" action={<LinkButton to={paths.courts}>Browse Courts</LinkButton>}>
      Achievements are not awarded yet. They will be counted from the games that you play here.
    </EmptyState>
  );
}
