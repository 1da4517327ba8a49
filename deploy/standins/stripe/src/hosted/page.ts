/** The result of a hosted page: HTML or a redirect. */
export type HostedPage = Readonly<{ status: number; html: string }> | Readonly<{ to: string }>;

export const escapeHtml = (plainText: string): string =>
  plainText.replace(/[&<>"']/g, (specialCharacter) => `&#${specialCharacter.charCodeAt(0)};`);

const PAGE_STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 28rem; margin: 3rem auto; padding: 0 1rem; }
  form { display: grid; gap: .75rem; margin: 1.5rem 0; }
  label { display: grid; gap: .25rem; }
  button, input { font: inherit; padding: .5rem .75rem; }
  small { opacity: .75; }
`;

/** Renders a small page that identifies itself as a stand-in. `pageHtml` is HTML. */
export const renderPage = (pageTitle: string, pageHtml: string, httpStatus = 200): HostedPage => ({
  status: httpStatus,
  html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(pageTitle)}</title>
<style>${PAGE_STYLE}</style>
<main>
<h1>${escapeHtml(pageTitle)}</h1>
${pageHtml}
<p><small>This is the development stand-in for Stripe. No real money moves.</small></p>
</main>
</html>
`,
});

export const notFoundPage = (visibleMessage: string): HostedPage =>
  renderPage('Not found', `<p>${escapeHtml(visibleMessage)}</p>`, 404);

/** Adds fields to the query of a URL. */
export function addQuery(targetUrl: string, queryFields: Readonly<Record<string, string>>): string {
  const resultUrl = new URL(targetUrl);
  for (const [fieldName, fieldValue] of Object.entries(queryFields))
    resultUrl.searchParams.set(fieldName, fieldValue);
  return resultUrl.href;
}
