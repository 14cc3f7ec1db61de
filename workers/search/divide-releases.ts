import {guessMode} from '#shared/domain/release/guess-mode.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';

const movieCategory = /^2\d{3}$/;
const seriesCategory = /^5\d{3}$/;

/** Decides by the indexer's category where it is clear, otherwise by the release title. */
function isOfSeries({category, title}: FoundRelease): boolean {
	const [film, show] = [movieCategory, seriesCategory].map(pattern => category.some(id => pattern.test(id)));
	return film === show ? guessMode(title) === 'tv' : show === true;
}

/** Divides releases into series and movies where the search did not ask for either. */
export function divideReleases(releases: readonly FoundRelease[]): {shows: FoundRelease[]; films: FoundRelease[]} {
	const {shows = [], films = []} = Object.groupBy(releases, release => (isOfSeries(release) ? 'shows' : 'films'));
	return {shows, films};
}
