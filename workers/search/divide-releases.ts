import {guessMode} from '#shared/domain/release/guess-mode.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';

const movieCategory = /^2\d{3}$/;
const seriesCategory = /^5\d{3}$/;

/** What the indexer says where it is clear, else what the title says. */
function isOfSeries({category, title}: FoundRelease): boolean {
	const [film, show] = [movieCategory, seriesCategory].map(pattern => category.some(id => pattern.test(id)));
	return film === show ? guessMode(title) === 'tv' : show === true;
}

/** Releases of series and of movies, where nobody asked for one of them. */
export function divideReleases(releases: readonly FoundRelease[]): {shows: FoundRelease[]; films: FoundRelease[]} {
	const {shows = [], films = []} = Object.groupBy(releases, release => (isOfSeries(release) ? 'shows' : 'films'));
	return {shows, films};
}
