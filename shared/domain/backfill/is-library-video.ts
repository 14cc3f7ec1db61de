import {kindOf} from '../imports/file-kind.ts';
import {isSample} from '../imports/sample.ts';

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
/** Folders that systems keep for themselves. */
const systemFolders: ReadonlySet<string> = new Set(['$recycle.bin', '#recycle', '@eadir', 'lost+found', 'system volume information']);
const extraSuffix = /-(?:behindthescenes|deleted|featurette|interview|other|sample|scene|short|trailer)\.[^.]{2,5}$/i;

/** Is this folder looked into? Hidden ones, the system's own and those of extras are not. */
export function isLibraryFolder(name: string): boolean {
	const lower = name.toLowerCase();
	return !name.startsWith('.') && !systemFolders.has(lower) && !extraFolders.has(lower);
}

/** May a file of this name be a film or an episode? */
export function isLibraryVideo(name: string): boolean {
	return !name.startsWith('.') && kindOf(name) === 'video' && !extraSuffix.test(name);
}

/** A video of such a size and name that it is a sample or nothing at all. */
export function isTooLittle(relative: string, size: number): boolean {
	return size === 0 || isSample({path: relative, size, releaseTitle: ''});
}
