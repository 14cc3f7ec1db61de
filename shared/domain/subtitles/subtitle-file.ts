import {extensionOf} from '../imports/file-kind.ts';

const extensions: ReadonlySet<string> = new Set('srt ass ssa vtt sub idx sup smi usf ttml dfxp mks'.split(' '));
const folders: ReadonlySet<string> = new Set(['subs', 'sub', 'subtitles', 'subtitle']);

export function isSubtitleFile(name: string): boolean {
	return extensions.has(extensionOf(name));
}

/** Is a folder of this name, beside a video, for its subtitles? */
export function isSubtitleFolder(name: string): boolean {
	return folders.has(name.toLowerCase());
}
