/** `Pilot (1)` and `Pilot (2)` are one title in two parts. */
const partNumber = / ?\((?:part )?\d{1,2}\)$/i;

/** The titles of the episodes in one file, without duplicates. */
export function joinTitles(titles: readonly string[]): string {
	if (titles.length < 2) {
		return titles[0] ?? '';
	}

	return [...new Set(titles.map(title => title.replace(partNumber, '')))].join(' + ');
}
