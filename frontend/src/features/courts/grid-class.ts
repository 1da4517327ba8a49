/** How courts lie beside each other, also those on their way. */
export const gridClass = 'mt-3 grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:mt-6 lg:grid-cols-3';
