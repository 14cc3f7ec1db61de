import {partOf, stemOf} from '../imports/sort-files.ts';
import {byteLength, maximumSegmentBytes, truncateBytes} from '../naming/safe-name.ts';

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/**
 * The new path of a file that follows a video. What its name, or the name of its folder, adds to the video's old name
 * is kept byte for byte.
 */
export function companionTarget(companion: string, video: {from: string; to: string}): string {
	const folder = folderOf(video.from);
	const inside = companion.startsWith(`${folder}/`) ? companion.slice(folder.length + 1) : companion.slice(companion.lastIndexOf('/') + 1);
	const [own, next] = [stemOf(video.from), stemOf(video.to)];
	const part = partOf(companion);
	if (part !== null && part.name === partOf(video.from)?.name && partOf(video.to) !== null) {
		const stem = next.replace(/[1-9](?=[)\]]?$)/, String(part.number));
		return `${folderOf(video.to)}/${stem}${inside.slice(inside.lastIndexOf('.'))}`;
	}
	return [folderOf(video.to), ...inside.split('/').map(name => renamed(name, own, next))].join('/');
}

function renamed(name: string, own: string, next: string): string {
	const rest = restBehind(name, own);
	// `S01E1` is not the beginning of `S01E10`.
	if (rest === null || /^[\p{L}\p{N}]/u.test(rest)) {
		return name;
	}
	return truncateBytes(next, Math.max(1, maximumSegmentBytes - byteLength(rest))) + rest;
}

/** Some systems store letters and their accents apart. */
const folded = (name: string) => name.normalize('NFC').toLowerCase();

/** The rest of a name after the longest beginning that reads like `own`. */
function restBehind(name: string, own: string): string | null {
	if (name.startsWith(own)) {
		return name.slice(own.length);
	}
	const wanted = folded(own);
	for (let end = Math.min(name.length, own.length * 3); end > 0; end -= 1) {
		if (folded(name.slice(0, end)) === wanted) {
			return name.slice(end);
		}
	}
	return null;
}
