const markedSubs =
	/(?<![a-z0-9])(?:(?<named>(?!soft|multi|horrible|e)[a-z]{2,8}subs?)|(?<plain>hc|subbed|hard[-_. ]?sub(?:s|bed)?))(?![a-z0-9])/i;

/** The word that says subtitles are burnt into the picture: `KORSUBS`, `HC`; null when there is none. */
export function parseHardcodedSubs(name: string): string | null {
	const groups = markedSubs.exec(name.slice(0, 1000))?.groups;
	if (groups === undefined) {
		return null;
	}
	return groups['named'] ?? (groups['plain'] === undefined ? null : 'Generic Hardcoded Subs');
}
