const plain = (text: string) =>
	text
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/^(?:the|an?)\s+(?=\S)/, '')
		.trim();

/**
 * How far a title is from what was typed: it is that, begins with it, one of its words does, it contains it, or it only
 * has something like it.
 */
function distanceOf(title: string, text: string) {
	const [whole, part] = [plain(title), plain(text)];
	if (whole === part) {
		return 0;
	}
	if (whole.startsWith(part)) {
		return 1;
	}
	return whole.split(/[^\p{L}\p{N}]+/u).some(word => word.startsWith(part)) || whole.includes(` ${part}`)
		? 2
		: whole.includes(part)
			? 3
			: 4;
}

/** Titles by how near they are to what was typed; among equals, the shorter ones first. */
export const nearestFirst = <T extends {title: string}>(titles: readonly T[], text: string) =>
	titles.toSorted((a, b) => distanceOf(a.title, text) - distanceOf(b.title, text) || a.title.length - b.title.length);
