/** Shared by the court list and its skeleton. */
export const gridClass = 'mt-3 grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:mt-6 lg:grid-cols-3';
