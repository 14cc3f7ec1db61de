/**
 * The languages to judge a release by: what its title or indexer tells, `original` filled in, and the original language where nothing is
 * told, because that is how releases are named. Empty when nobody knows the original language either.
 */
export function spokenLanguages(told: readonly string[], originalLanguage: string | null): string[] {
	const known = told.filter(language => language !== 'unknown');
	const spoken = (known.length > 0 ? known : ['original']).map(language => (language === 'original' ? originalLanguage : language));
	return [...new Set(spoken.filter(language => language !== null))];
}
