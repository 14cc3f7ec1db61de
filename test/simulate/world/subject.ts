import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {World} from './store-world.ts';
import type {Offer, Title} from './titles.ts';

/** What a query is about: the titles that it covers, and their releases. */
export interface Subject {
	kind: 'movie' | 'season' | 'episode';
	titles: readonly Title[];
	offers: readonly Offer[];
	ids: Pick<FoundRelease, 'metaId' | 'tvMetaId' | 'imdbId'>;
}

/** Null for titles that no indexer knows. */
export function subjectOf(criteria: SearchCriteria, {films, shows}: World): Subject | null {
	if (criteria.kind === 'text') {
		return null;
	}
	if (criteria.kind === 'movie') {
		const film = films.get(criteria.metaId ?? 0);
		const {metaId = null, imdbId = null} = film ?? {};
		return film ? {kind: 'movie', titles: [film.title], offers: film.offers, ids: {metaId, imdbId, tvMetaId: null}} : null;
	}
	const show = shows.get(criteria.series.metaId ?? 0);
	if (!show) {
		return null;
	}
	const ids = {metaId: show.metaId, tvMetaId: show.tvMetaId, imdbId: null};
	const seasons = 'season' in criteria ? [show.seasons.get(criteria.season)] : [...show.seasons.values()];
	const titles = seasons.flatMap(season => season?.titles ?? []);
	const offers = seasons.flatMap(season => season?.offers ?? []);
	if (!('episode' in criteria)) {
		return {kind: 'season', titles, offers, ids};
	}
	const asked = titles.filter(({episode}) => episode === criteria.episode);
	// Sites answer a question for one episode without the packs of its season.
	return {
		kind: 'episode',
		titles: asked,
		offers: offers.filter(offer => !offer.isPack && asked.some(title => offer.titles.includes(title))),
		ids,
	};
}
