import type {Subtitle} from '#shared/domain/media/subtitle.ts';
import type {FetchedSubtitle, SubtitleBefore} from '#shared/store/subtitles/fetched-subtitles.ts';
import {contentHash} from '../../integrations/subtitles/content-hash.ts';
import {isStillOurs} from './same-kind.ts';

type Placing = Pick<FetchedSubtitle, 'before' | 'written'>;

/** Where a subtitle lies that was placed before its worker died; null when it was not. */
export async function findPlaced({before, written}: Placing, list: readonly Subtitle[]): Promise<string | null> {
	if (before === null || written === null) {
		return null;
	}
	const all = await hashesOf(list);
	// Anything with another content was put there by somebody else in the meantime.
	const isNew = ({path, hash}: SubtitleBefore) => !before.some(old => old.path === path && old.hash === hash);
	return all.find(each => each.hash === written && isNew(each))?.path ?? null;
}

/** The files beside the video, and what is in them; files that are too large are left out. */
export async function hashesOf(list: readonly Subtitle[]): Promise<SubtitleBefore[]> {
	const hashes: SubtitleBefore[] = [];
	for (const {path} of list) {
		const hash = path === null ? null : await contentHash(path);
		if (path !== null && hash !== null) {
			hashes.push({path, hash});
		}
	}
	return hashes;
}

/** What a subtitle may still take the place of: nobody has changed or replaced it since that was decided. */
export async function stillReplaceable({replaces}: Pick<FetchedSubtitle, 'replaces'>, list: readonly Subtitle[]): Promise<string[]> {
	const ours: string[] = [];
	for (const each of list) {
		if (each.path !== null && replaces.includes(each.path) && (await isStillOurs(each))) {
			ours.push(each.path);
		}
	}
	return ours;
}
