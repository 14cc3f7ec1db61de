import {isSample, kindOf} from './sort-files.ts';

/** Folders of extras, as media servers name them. */
const extraFolders: ReadonlySet<string> = new Set([
	'behind the scenes',
	'deleted scenes',
	'extras',
	'featurettes',
	'interviews',
	'other',
	'sample',
	'samples',
	'scenes',
	'shorts',
	'trailers',
]);
/** Folders that operating systems and NAS devices keep for themselves. */
const systemFolders: ReadonlySet<string> = new Set(['$recycle.bin', '#recycle', '@eadir', 'lost+found', 'system volume information']);
const extraSuffix = /-(?:behindthescenes|deleted|featurette|interview|other|sample|scene|short|trailer)\.[^.]{2,5}$/i;

/** Should this folder be scanned? Hidden folders, system folders and folders of extras are skipped. */
export function isLibraryFolder(name: string): boolean {
	const lower = name.toLowerCase();
	return !name.startsWith('.') && !systemFolders.has(lower) && !extraFolders.has(lower);
}

/** Can a file with this name be a film or an episode? */
export function isLibraryVideo(name: string): boolean {
	return !name.startsWith('.') && kindOf(name) === 'video' && !extraSuffix.test(name);
}

/** True when size and name show that the video is a sample or junk. */
export function isTooLittle(relative: string, size: number): boolean {
	return size === 0 || isSample({path: relative, size, releaseTitle: ''});
}
