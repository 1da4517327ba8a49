import { describe, expect, it } from '@jest/globals';
import { inlineSources } from './inline-sources.js';

const page = `<html><head>
  <script type="module" src="/a.js"></script>
  <style>@media (width<40rem){p{color:red}}</style>
  <script>
// one
</script>
</head><body><style></style></body></html>`;

describe('what stands in a page', () => {
  // Each as `printf '...' | openssl dgst -sha256 -binary | base64` has it.
  it('is allowed by the hash of its text, to the letter', () =>
    expect(inlineSources(page)).toEqual({
      script: ["'sha256-w7X0M27gX6zv7ndGu5D/XqISGUBZOZpBqySmgwguDNw='"],
      style: [
        "'sha256-6Om2N+7fhsbAxsWZspaG+pa/eWmtAOLiHq+Cn9XnA28='",
        "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
      ],
    }));

  it('is nothing where a page has files alone', () =>
    expect(
      inlineSources('<script src="/a.js"></script><link rel="stylesheet" href="/a.css">'),
    ).toEqual({
      script: [],
      style: [],
    }));
});
