import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  // Only what says `use memo`: over everything it would cost each page more script than it saves work.
  reactCompiler: { compilationMode: 'annotation' },
  // No page has pictures to scale, so that door, which asks nobody to sign in, stays shut.
  images: { unoptimized: true },
  // `npm test` runs the compiler over the whole tree; a person's first start does not wait for it.
  typescript: { ignoreBuildErrors: true },
  // A lockfile in a folder above would otherwise be taken for the root of the project.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  serverExternalPackages: [
    'pg',
    'pg-boss',
    '@prisma/client',
    '@prisma/adapter-pg',
    'pino',
    'pdfkit',
    'ssh2',
    '@serialport/bindings-cpp',
    'koffi',
  ],
};

export default config;
