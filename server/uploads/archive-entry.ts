/** One entry of an archive. Its content must be read, or the whole archive given up, before the next one comes. */
export interface ArchiveEntry {
  readonly path: string;
  /** `other` is a link, a device, or anything else that is no plain file. */
  readonly kind: 'file' | 'folder' | 'other';
  /** What the archive says; the content may be another size. */
  readonly declaredBytes: number;
  content(): AsyncIterable<Buffer>;
}
