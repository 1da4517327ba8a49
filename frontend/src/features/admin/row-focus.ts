import { pageHeading } from '../../lib/page-heading';

export const rowId = (applicationId: string): string => `application-${applicationId}`;

/** The row of an application, which opens it, or the heading of the page where it is not there any more. */
export const rowToFocus = (applicationId: string | undefined): HTMLElement | null =>
  (applicationId === undefined ? null : document.getElementById(rowId(applicationId))) ??
  pageHeading();
