/** Names that posting tools make up: no words, only random or counted characters. */
const madeUp: readonly RegExp[] = [
	/^[\da-f]{24,}$/i,
	/^[a-z]{8,14}\d{3}$/,
	/^[A-Z]{11}\d{3}$/,
	/^\d{6}_\d{2}$/,
	/^Backup_\d{5,}S\d{2}-\d{2}$/,
	/^(?:b00bs|abc(?:[-_. ]?xyz)?|\d{1,3})$/i,
	/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i,
];

/** The subject line of a posting, which names no release. */
const posting = /^password[ ._-]|(?<![a-z])yenc(?![a-z])/i;

/** Two gaps make three words, and no made-up name has so many. */
const words = /[ ._-][^ ._-]+[ ._][^ ._-]/;

const numbering = /s\d\de\d\d(?![a-df-z\d])|^s\d{1,2}e\d{1,3}(?![a-z\d])|(?<![a-z\d])\d{1,2}x\d{2}(?![a-z\d])/i;
const separator = /[ ._[\](){}/,]|-.*-/;
const letter = /\p{L}/u;
const shift = /\d[a-z]|[a-z]\d|[a-z][A-Z]/g;

/** One long word in which letters, digits and capitals take turns is a key, not a title. */
function isKey(name: string): boolean {
	return name.length >= 15 && !separator.test(name) && !numbering.test(name) && (name.match(shift)?.length ?? 0) >= 5;
}

/** Whether a name is hashed, obfuscated or otherwise says nothing. */
export function isJunk(name: string): boolean {
	if (posting.test(name)) {
		return true;
	}
	if (words.test(name)) {
		return !letter.test(name) && name.length > 40;
	}
	return name === '' || madeUp.some(pattern => pattern.test(name)) || isKey(name);
}
