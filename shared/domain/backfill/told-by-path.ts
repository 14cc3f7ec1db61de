import type {TitleMode} from '../release/parsed-title.ts';
import {type ReadPath, readPath} from './read-path.ts';

/** What a path says about the release: the file's name, or its folder's if that of the file has no quality. */
export function toldByPath(relative: string, mode: TitleMode): ReadPath['tags'] & {name: string} {
	const parts = relative.split('/');
	const name = (parts.at(-1) ?? '').replace(/\.[^.]{1,5}$/, '');
	const folder = parts.at(-2);
	// An extension alone stands for a quality, but says less than a folder.
	if (folder === undefined || hasQuality(name, mode) || !hasQuality(folder, mode)) {
		return {...readPath(relative, mode).tags, name};
	}
	return {...readPath(folder, mode).tags, name: folder};
}

function hasQuality(name: string, mode: TitleMode): boolean {
	const {source, resolution} = readPath(name, mode).tags.quality;
	return source !== 'unknown' || resolution !== 0;
}
