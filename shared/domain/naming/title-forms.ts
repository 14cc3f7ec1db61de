const leadingArticle = /^(?<article>the|a|an) (?<rest>.+)$/i;

/** `The Matrix` as `Matrix, The`. */
export function articleLast(title: string): string {
	const {article, rest} = leadingArticle.exec(title)?.groups ?? {};
	return rest ? `${rest}, ${article}` : title;
}

/** Without punctuation, as release groups write titles; hyphens inside words stay. */
export function cleanForm(title: string): string {
	return title
		.replaceAll('&', ' and ')
		.replace(/['’‘`´]/g, '')
		.replace(/[^\p{L}\p{N}\p{M}-]+/gu, ' ')
		.replace(/(?<=^| )-+|-+(?=$| )/g, '')
		.replace(/ {2,}/g, ' ')
		.trim();
}

/**
 * First letter for folders by letter: in upper case, without a leading article; `_` for anything but a letter or digit.
 */
export function firstCharacter(title: string): string {
	const first = [...articleLast(title).normalize('NFD')][0] ?? '_';
	return /[\p{L}\p{N}]/u.test(first) ? first.toUpperCase() : '_';
}
