/** Shared by the court gallery and its skeleton. */
export const pictureClass = 'h-[clamp(13rem,25vw,23rem)]! w-full rounded-none!';
