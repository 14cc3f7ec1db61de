import {type Subtitle, type SubtitleKind, wishKey} from '#shared/domain/media/subtitle.ts';
import {contentHash} from '../../integrations/subtitles/content-hash.ts';

/** Files of one kind beside a video. */
export function besideOfKind(list: readonly Subtitle[], kind: SubtitleKind): (Subtitle & {path: string})[] {
	return list.filter(
		(each): each is Subtitle & {path: string} =>
			each.path !== null && each.language !== null && wishKey({...each, language: each.language}) === wishKey(kind),
	);
}

/** Whether we put it there and nobody has changed it since, so that another one may take its place. */
export async function isStillOurs({source, path, hash}: Pick<Subtitle, 'source' | 'path' | 'hash'>): Promise<boolean> {
	const isPutByUs = (source === 'downloaded' || source === 'uploaded') && path !== null;
	return isPutByUs && (!hash || [hash, null].includes(await contentHash(path)));
}
