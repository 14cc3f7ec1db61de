import {Unavailable} from '#shared/errors.ts';

/** OpenSubtitles' moving hash of a video, 16 hexadecimal digits; null for a file below 128 KiB. */
export async function movieHash(path: string, _signal: AbortSignal): Promise<string | null> {
	throw new Unavailable('not_built', path);
}
