/** Letters that Unicode does not take apart into a base and an accent. */
const letters: Readonly<Record<string, string>> = {ø: 'o', œ: 'oe', æ: 'ae', ß: 'ss', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ħ: 'h'};

const romanNumbers: ReadonlyMap<string, string> = new Map(
	['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii'].map((roman, index) => [roman, String(index + 2)]),
);

/** Left out by release groups and providers alike, unless the title ends in them. */
const fillers: ReadonlySet<string> = new Set(['a', 'an', 'the', 'and', 'or', 'of']);

/** Lower case without accents. Marks of other scripts stay: there they are letters. */
function plain(title: string): string {
	return title
		.normalize('NFKD')
		.replace(/[\u0300-\u036f]/g, '')
		.normalize('NFC')
		.toLowerCase()
		.replace(/[øœæßđðłþıħ]/g, letter => letters[letter] ?? letter);
}

function wordsOf(title: string): string[] {
	return plain(title)
		.replace(/['’‘`´]/g, '')
		.replaceAll('&', ' and ')
		.split(/[^\p{L}\p{N}\p{M}]+/u)
		.filter(word => word !== '');
}

/** The title without case, accents, punctuation and spaces: equal for two spellings of the very same words. */
export function spellTitle(title: string): string {
	return wordsOf(title).join('') || title.trim().toLowerCase();
}

/** The looser form by which titles are looked up: articles and small joining words off too, Roman numbers as digits. */
export function foldTitle(title: string): string {
	const words = wordsOf(title);
	const kept = words.filter((word, index) => index === words.length - 1 || !fillers.has(word));
	return kept.map((word, index) => (index > 0 ? (romanNumbers.get(word) ?? word) : word)).join('') || spellTitle(title);
}
