/** The first match wins. Most browsers also name the browsers they imitate, so those come last. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const operatingSystems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const matchingName = (namedPatterns: readonly (readonly [RegExp, string])[], userAgent: string) =>
  namedPatterns.find(([pattern]) => pattern.test(userAgent))?.[1];

/**
 * A short description of a User-Agent, such as "Firefox on Linux". Only this description is stored.
 */
export const browserOf = (userAgent = ''): string => {
  const [browser, operatingSystem] = [
    matchingName(browsers, userAgent),
    matchingName(operatingSystems, userAgent),
  ];
  return operatingSystem
    ? `${browser ?? 'A browser'} on ${operatingSystem}`
    : (browser ?? 'An unknown browser');
};
