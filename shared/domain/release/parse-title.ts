import {parseName} from './parse-name.ts';
import {parsePath} from './parse-path.ts';
import {parseTags, type ReleaseTags} from './parse-tags.ts';
import type {ParsedTitle, TitleMode} from './parsed-title.ts';
import {splitExtension, splitPath} from './patterns/titles/path-name.ts';
import {toPlainName} from './prepare-name.ts';
import {toTitleText} from './title-text.ts';

export interface ParseOptions {
	mode: TitleMode;
	/** The name is a path: what the file name lacks is taken from the folders above it. */
	isPath?: boolean;
}

/** Longer input is an attack on CPU time; no file system allows such a path. */
const longestInput = 4096;

/**
 * Parses a release title, a file name or a path. Null when the name is refused: hashed, obfuscated, or
 * without a movie or episode.
 */
export function parseTitle(name: string, {mode, isPath = false}: ParseOptions): ParsedTitle | null {
	const input = name.slice(0, longestInput);
	return isPath ? parsePath(input, mode) : parseName(input, mode);
}

/**
 * What can be read from a name that `parseTitle` refuses: quality, group and so on. The whole name becomes the title.
 */
export function parseUnknown(name: string, mode: TitleMode, isPath = false): ReleaseTags & {title: string; releaseTitle: string} {
	const base = isPath ? splitPath(name.slice(0, longestInput)).file : name.slice(0, longestInput);
	const {name: releaseTitle, extension} = splitExtension(base.trim());
	const plain = toPlainName(releaseTitle);
	return {title: toTitleText(plain), releaseTitle, ...parseTags({name: plain, rest: plain, extension, mode})};
}
