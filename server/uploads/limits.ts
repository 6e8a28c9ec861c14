/** What an upload may be. Each number bounds memory: files are held there until they are stored. */
export const uploadLimits = {
  /** The archive itself. */
  archiveBytes: 32 * 1024 * 1024,
  /** Everything in it, unpacked. */
  totalBytes: 128 * 1024 * 1024,
  /** One file in it: what the artifact store takes. */
  fileBytes: 64 * 1024 * 1024,
  files: 5_000,
  /** Characters of a path. */
  pathLength: 400,
} as const;

export type UploadLimits = { readonly [Name in keyof typeof uploadLimits]: number };
