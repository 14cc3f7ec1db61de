/** Longest segment in bytes that all supported file systems accept. */
export const maximumSegmentBytes = 255;

/**
 * Bytes that the longest name of a file that follows a video has after the video's own name, such as
 * `.commentary.2.es-419.forced.sdh.ttml`.
 */
export const followerBytes = 40;

/** Bytes for the name of a video without its extension: what follows it has room after it. */
export const roomBefore = (extension: string): number => maximumSegmentBytes - Math.max(followerBytes, byteLength(extension));

/** Names that Windows reserves for devices, alone or before a dot. */
const reservedName = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Characters that some system forbids, with their replacements. Colons have rules of their own. */
const replacements: Readonly<Record<string, string>> = {'\\': '+', '/': '+', '<': '', '>': '', '?': '!', '*': '-', '|': '', '"': ''};

/** Control characters, and marks that reverse or hide the text around them. */
const invisible = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/gu;

export const colonReplacements = ['delete', 'dash', 'spaceDash', 'spaceDashSpace', 'smart', 'custom'] as const;
/** `smart` writes ` - ` when a space follows, otherwise `-`. */
export type ColonReplacement = (typeof colonReplacements)[number];

/** How characters that some system forbids are replaced. */
export interface CharacterRules {
	colon: ColonReplacement;
	/** Instead of each colon, where `colon` is `custom`. */
	customColon: string;
	/** Otherwise all of them, colons too, are left out. */
	replaceIllegal: boolean;
}

export const defaultCharacters: CharacterRules = {colon: 'smart', customColon: '', replaceIllegal: true};

const colonTexts = {delete: '', dash: '-', spaceDash: ' -', spaceDashSpace: ' - '} as const;

export function replaceColons(text: string, {colon, customColon, replaceIllegal}: CharacterRules): string {
	if (!replaceIllegal) {
		return text.replaceAll(':', '');
	}
	if (colon === 'smart') {
		return text.replaceAll(': ', ' - ').replaceAll(':', '-');
	}
	return text.replaceAll(':', () => (colon === 'custom' ? customColon.replaceAll(':', '') : colonTexts[colon]));
}

/**
 * Removes every character that some file system refuses or that would split the path. The length is not limited here.
 */
export function safeText(text: string, rules: CharacterRules = defaultCharacters): string {
	return replaceColons(text.toWellFormed(), rules)
		.replace(/[\\/<>?*|"]/g, character => (rules.replaceIllegal ? (replacements[character] ?? '') : ''))
		.replace(invisible, '')
		.normalize('NFC');
}

function bytesOf(character: string): number {
	const code = character.codePointAt(0) ?? 0;
	return code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
}

/** Length in UTF-8 bytes, which file systems count. */
export function byteLength(text: string): number {
	let bytes = 0;
	for (const character of text) {
		bytes += bytesOf(character);
	}

	return bytes;
}

/** The longest beginning that fits without splitting a character. */
export function truncateBytes(text: string, maximum: number): string {
	let bytes = 0;
	let end = 0;
	for (const character of text) {
		bytes += bytesOf(character);
		if (bytes > maximum) {
			break;
		}

		end += character.length;
	}

	return text.slice(0, end);
}

/**
 * Windows drops dots and spaces at the end of a name. At the beginning, a dot hides the file and
 * a space is easily missed.
 */
function trimEnds(text: string): string {
	return text.replace(/^[\s.]+/u, '').replace(/(?<![\s.])[\s.]+$/u, '');
}

const extensionForm = /^\.[\p{L}\p{N}_-]{1,20}$/u;

/**
 * One path segment that is safe on every file system: NFC, at most 255 bytes, no reserved name, no trailing dot or
 * space, never `.` or `..`. `extension` (with its dot) is that of a video, and stays whole when the name is cut so
 * that there is room for what follows the video; an invalid extension is left out. `maximum` are the bytes before it.
 * An empty name becomes `_`.
 */
export function safeName(name: string, extension = '', maximum = extension === '' ? maximumSegmentBytes : roomBefore(extension)): string {
	const ending = extensionForm.test(extension) ? safeText(extension) : '';
	const room = Math.min(maximum, maximumSegmentBytes - byteLength(ending));
	const cut = trimEnds(truncateBytes(trimEnds(safeText(name)), room)) || '_';
	if (!reservedName.test(cut + ending)) {
		return cut + ending;
	}
	return `_${trimEnds(truncateBytes(cut, room - 1))}${ending}`;
}
