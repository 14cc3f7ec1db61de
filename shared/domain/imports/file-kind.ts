import {isDangerousFile} from '../decisions/rules/size-and-files.ts';

const videoExtensions: ReadonlySet<string> = new Set(
	'3gp asf avi divx dv f4v flv m2ts m4v mk3d mkv mov mp4 mpeg mpg mts ogm ogv rm rmvb strm ts vob webm wmv wtv xvid'.split(' '),
);

/** Split archives end in `.r00` or `.001`. */
const archive = /\.(?:7z|ace|arj|bz2|gz|lz|lzma|rar|r\d{2,3}|tar|tbz2|tgz|xz|z|zip|zst|\d{3})$/i;

export type FileKind = 'video' | 'archive' | 'dangerous' | 'other';

/** `Movie.MKV` -> `mkv`; empty for a name without a dot. */
export function extensionOf(name: string): string {
	const base = name.slice(name.lastIndexOf('/') + 1);
	const dot = base.lastIndexOf('.');
	return dot > 0 ? base.slice(dot + 1).toLowerCase() : '';
}

/** `a/Movie.2000.mkv` -> `Movie.2000`. */
export function stemOf(path: string): string {
	const base = path.slice(path.lastIndexOf('/') + 1);
	const dot = base.lastIndexOf('.');
	return dot > 0 ? base.slice(0, dot) : base;
}

/** The kind of a file by its name alone; its content is checked when it is read. */
export function kindOf(name: string): FileKind {
	if (videoExtensions.has(extensionOf(name))) {
		return 'video';
	}
	if (isDangerousFile(name)) {
		return 'dangerous';
	}
	return archive.test(name) ? 'archive' : 'other';
}
