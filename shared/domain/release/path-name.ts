import {episodeWords, seasonWords} from './numbering/numbering.ts';
import {fromHan, withDigits} from './numbering/written-number.ts';

const extensions =
	'mkv|mp4|avi|m4v|wmv|ts|m2ts|mpg|mpeg|mov|iso|img|vob|flv|webm|ogm|ogv|divx|xvid|rmvb|rm|asf|3gp|strm|dvr-ms|wtv|bin|mk3d|nzb|torrent|srt|ass|ssa|sub|idx|vtt|nfo|rar|zip|par2|7z';
const mediaExtension = new RegExp(`(?:\\.(?:${extensions})|(?<=[\\])]) (?:mkv|mp4|avi))$`, 'i');
/** The longest of them with its dot and what stands before it. */
const longestEnding = 10;
/** In capitals it is the source, a telesync. */
const telesync = /\.TS$/;
const seasonFolder = new RegExp(`^(?:[st]|series|${seasonWords})[ ._-]{0,2}(\\d{1,4})(?:[ ._-]*[([].*|[ ._]{1,2}[-–][ ._].*)?$`, 'i');
const ordinalFolder = new RegExp(`^(\\d{1,2})(?:[.ªº°]|-?[йя]|nd|rd|th|st|[eè]me|[eè]re|re|e|a)?[ ._-]{0,2}(?:${seasonWords})$`, 'i');
/** `第二季`, `第2期`. */
const chineseFolder = /^第 ?([一二三四五六七八九十]{1,3}|\d{1,2}) ?[季期]$/;
const leadingEpisode = new RegExp(`^(?:(?:e|${episodeWords})[ ._#-]{0,2})?(\\d{1,3}(?=[ ._화회話话集-]|$)|\\d{4}$)`, 'i');

interface FileName {
	name: string;
	/** In lower case with its dot; null for an unknown or missing one. */
	extension: string | null;
}

/** Removes the extension of a film, subtitle or download file; any other ending is part of the name. */
export function splitExtension(name: string): FileName {
	const ending = name.slice(-longestEnding);
	const found = telesync.test(ending) ? null : mediaExtension.exec(ending)?.[0];
	return found ? {name: name.slice(0, -found.length), extension: found.toLowerCase().replace(' ', '.')} : {name, extension: null};
}

interface PathParts {
	file: string;
	/** The folders above the file, nearest first, without drives and empty parts. */
	folders: string[];
}

/** Splits a path at either kind of slash. */
export function splitPath(path: string): PathParts {
	const parts = path.split(/[\\/]+/).filter(part => part !== '' && !/^[a-z]:$/i.test(part));
	const file = parts.pop() ?? '';
	return {file, folders: parts.reverse()};
}

/** The number of a folder such as `Season 1`; 0 for `Specials`; null for any other folder. */
export function seasonOfFolder(folder: string | undefined): number | null {
	const name = withDigits(folder ?? '');
	const found = seasonFolder.exec(name) ?? ordinalFolder.exec(name);
	if (/^specials?$/i.test(folder ?? '')) {
		return 0;
	}
	const chinese = found ? null : chineseFolder.exec(name);
	return found ? Number(found[1]) : chinese && fromHan(chinese[1]!);
}

/** The number at the start of a file such as `02 Name`. It is the episode when the folder gives the season. */
export function leadingNumber(file: string): number | null {
	const found = leadingEpisode.exec(file);
	return found ? Number(found[1]) : null;
}
