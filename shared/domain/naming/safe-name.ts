/** What every file system of ours takes in one segment. */
export const maximumSegmentBytes = 255;

/** Names that Windows keeps for devices, alone or before a dot. */
const reservedName = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Forbidden on one system or another, with what stands for it. */
const replacements: Readonly<Record<string, string>> = {'\\': '+', '/': '+', '<': '', '>': '', '?': '!', '*': '-', '|': '', '"': ''};

/** Control characters, and marks that turn or hide the text around them. */
const invisible = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/gu;

export const colonReplacements = ['delete', 'dash', 'spaceDash', 'spaceDashSpace', 'smart'] as const;
/** `smart` writes ` - ` where a space follows, else `-`. */
export type ColonReplacement = (typeof colonReplacements)[number];

const colonTexts: Readonly<Record<Exclude<ColonReplacement, 'smart'>, string>> = {
	delete: '',
	dash: '-',
	spaceDash: ' -',
	spaceDashSpace: ' - ',
};

export function replaceColons(text: string, colon: ColonReplacement): string {
	if (colon === 'smart') {
		return text.replaceAll(': ', ' - ').replaceAll(':', '-');
	}

	return text.replaceAll(':', colonTexts[colon]);
}

/** A value without any character that some file system refuses or that would divide the path; still of any length. */
export function safeText(text: string, colon: ColonReplacement = 'smart'): string {
	return replaceColons(text.toWellFormed(), colon)
		.replace(/[\\/<>?*|"]/g, character => replacements[character] ?? '')
		.replace(invisible, '')
		.normalize('NFC');
}

function bytesOf(character: string): number {
	const code = character.codePointAt(0) ?? 0;
	return code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
}

/** Length in UTF-8, which is what file systems count. */
export function byteLength(text: string): number {
	let bytes = 0;
	for (const character of text) {
		bytes += bytesOf(character);
	}

	return bytes;
}

/** The longest beginning that fits, never half a character. */
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

/** Windows drops dots and spaces at the end of a name; one at the beginning hides the file or is not seen. */
function trimEnds(text: string): string {
	return text.replace(/^[\s.]+/u, '').replace(/(?<![\s.])[\s.]+$/u, '');
}

const extensionForm = /^\.[\p{L}\p{N}_-]{1,20}$/u;

/**
 * One segment of a path, safe on every file system: NFC, at most 255 bytes, no reserved name, no trailing dot or space,
 * never `.` or `..`.
 * `extension` (with its dot) is kept whole when the name has to be cut; what is no extension is left out. An empty name
 * becomes `_`.
 */
export function safeName(name: string, extension = ''): string {
	const ending = extensionForm.test(extension) ? safeText(extension) : '';
	const room = maximumSegmentBytes - byteLength(ending);
	const cut = trimEnds(truncateBytes(trimEnds(safeText(name)), room)) || '_';
	if (!reservedName.test(cut + ending)) {
		return cut + ending;
	}

	return `_${trimEnds(truncateBytes(cut, room - 1))}${ending}`;
}
