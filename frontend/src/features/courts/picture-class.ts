/** The size of the picture that heads a court's page. */
export const pictureClass = 'h-[clamp(13rem,25vw,23rem)] w-full rounded-none';
