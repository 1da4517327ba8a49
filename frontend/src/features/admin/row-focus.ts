import { pageHeading } from '../../lib/page-heading';

export const rowId = (applicationId: string): string => `application-${applicationId}`;

/** Focuses a row, or the page heading if the row is gone. */
export const rowToFocus = (applicationId: string | undefined): HTMLElement | null =>
  (applicationId === undefined ? null : document.getElementById(rowId(applicationId))) ??
  pageHeading();
