import { uploadGolden } from '#server/api/boards/upload-golden.ts';
import { takeUpload } from '../../../_lib/take-upload.ts';

export const dynamic = 'force-dynamic';

/** Takes the image that boards of a type are checked with. */
export function POST(request: Request): Promise<Response> {
  return takeUpload(request, { what: 'the image', status: 200, take: uploadGolden });
}
