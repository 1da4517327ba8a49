import { statusVariant } from '../../resources/admin/application-labels';
import { Badge } from '../../ui/badge';

export function StatusBadge({ status }: { status: string }) {
  const [tone, statusLabel] = statusVariant(status);
  return <Badge tone={tone}>{statusLabel}</Badge>;
}
