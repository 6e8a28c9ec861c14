import { uploadResults } from '#server/api/results/upload-results.ts';
import { takeUpload } from '../../../_lib/take-upload.ts';

export const dynamic = 'force-dynamic';

/** Takes a file with test results. */
export function POST(request: Request): Promise<Response> {
  return takeUpload(request, { what: 'the file', status: 202, take: uploadResults });
}
