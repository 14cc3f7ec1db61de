/** Single letters between dots form an acronym: `U.N.C.L.E.` keeps its dots, `The.Movie` does not. */
const acronym = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu;
const mayHaveAcronym = /[^ .]\.[^ .]\./;
const keptDot = '\u0002';

function keepDots(found: string): string {
	return found.endsWith('.') ? `${found.replaceAll('.', keptDot)} ` : found.replaceAll('.', keptDot);
}

/** Part of a release name in normal spelling: `The.Man.from.U.N.C.L.E.` becomes `The Man from U.N.C.L.E.`. */
export function toTitleText(piece: string): string {
	const kept = mayHaveAcronym.test(piece) ? piece.replace(acronym, keepDots) : piece;
	const spaced = kept.replace(/[._\s]+/g, ' ');
	return closeBracket(trimTitle(kept === piece ? spaced : spaced.replaceAll(keptDot, '.')));
}

/** Cutting inside brackets leaves one opening or closing bracket unmatched. */
function closeBracket(title: string): string {
	const last = title.at(-1);
	if ((last === ')' && !title.includes('(')) || (last === ']' && !title.includes('['))) {
		return title.slice(0, -1);
	}
	return title.lastIndexOf('(') > title.lastIndexOf(')') ? `${title})` : title;
}

/** Removes separators and half-open brackets that cutting left at both ends. */
function trimTitle(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && ' -–_.,:/|~+)]}'.includes(text[start]!)) {
		start++;
	}
	while (end > start && ' -–_,:/|~+([{<'.includes(text[end - 1]!)) {
		end--;
	}
	return text.slice(start, end);
}
