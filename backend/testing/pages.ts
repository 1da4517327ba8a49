/** The URL of the next page; undefined on the last page. */
export const nextPageUrl = (response: {
  get(header: string): string | undefined;
}): string | undefined => /<([^<>]*)>; rel="next"/.exec(response.get('Link') ?? '')?.[1];
