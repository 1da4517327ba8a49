import { describe, expect, it } from '@jest/globals';
import { inlineSources } from './inline-sources.js';

const page = `<html><head>
  <script type="module" src="/a.js"></script>
  <style>@media (width<40rem){p{color:red}}</style>
  <script>
// one
</script>
</head><body><style></style></body></html>`;

describe('inline sources of a page', () => {
  // Expected values: printf '...' | openssl dgst -sha256 -binary | base64
  it('are allowed by the hash of their exact text', () =>
    expect(inlineSources(page)).toEqual({
      script: ["'sha256-w7X0M27gX6zv7ndGu5D/XqISGUBZOZpBqySmgwguDNw='"],
      style: [
        "'sha256-6Om2N+7fhsbAxsWZspaG+pa/eWmtAOLiHq+Cn9XnA28='",
        "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
      ],
    }));

  it('are empty for a page that loads only files', () =>
    expect(
      inlineSources('<script src="/a.js"></script><link rel="stylesheet" href="/a.css">'),
    ).toEqual({
      script: [],
      style: [],
    }));
});
