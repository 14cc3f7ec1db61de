import type {EpisodeDetails, SeasonDetails} from '../media/series.ts';

/** Orders in which TVDB lists the episodes of a series. */
export const tvdbOrders = ['official', 'dvd', 'absolute', 'alternate', 'regional'] as const;

/** `tvdb:dvd`, or `tmdb:` and the id of a group of episodes; null is the provider's own order. */
export const episodeOrderForm = new RegExp(`^(?:tmdb:[0-9A-Za-z]{1,64}|tvdb:(?:${tvdbOrders.join('|')}))$`);

/** An order must have this share of the regular episodes of a series. */
export const enoughOfSeries = 0.8;

export interface EpisodePosition {
	seasonNumber: number;
	episodeNumber: number;
}

interface OrderedEpisodes {
	seasons: SeasonDetails[];
	/** The new number of each episode. */
	positions: Map<EpisodeDetails, EpisodePosition>;
	/** The share of the regular episodes that the order has. */
	coverage: number;
}

const keyOf = ({seasonNumber, episodeNumber}: EpisodePosition) => `${seasonNumber}x${episodeNumber}`;

/**
 * Numbers the episodes of a series by another order. Those that the order lacks keep their number if it is free, and
 * become specials otherwise. Absolute numbers count the regular seasons in the new order.
 */
export function orderEpisodes(
	seasons: readonly SeasonDetails[],
	positionOf: (episode: EpisodeDetails) => EpisodePosition | null,
): OrderedEpisodes {
	const all = seasons.flatMap(({episodes}) => episodes);
	const positions = new Map<EpisodeDetails, EpisodePosition>();
	const taken = new Set<string>();
	const take = (episode: EpisodeDetails, position: EpisodePosition | null) => {
		const isFree = position !== null && !positions.has(episode) && !taken.has(keyOf(position));
		if (isFree) {
			positions.set(episode, {seasonNumber: position.seasonNumber, episodeNumber: position.episodeNumber});
			taken.add(keyOf(position));
		}
	};
	for (const episode of all) {
		take(episode, positionOf(episode));
	}
	const regular = all.filter(({seasonNumber}) => seasonNumber > 0);
	const coverage = regular.length > 0 ? regular.filter(episode => positions.has(episode)).length / regular.length : 0;
	for (const episode of all) {
		take(episode, episode);
	}
	let last = Math.max(0, ...[...positions.values()].map(position => (position.seasonNumber === 0 ? position.episodeNumber : 0)));
	for (const episode of all.filter(each => !positions.has(each))) {
		last += 1;
		take(episode, {seasonNumber: 0, episodeNumber: last});
	}
	return {seasons: toSeasons(seasons, positions), positions, coverage};
}

function toSeasons(seasons: readonly SeasonDetails[], positions: ReadonlyMap<EpisodeDetails, EpisodePosition>): SeasonDetails[] {
	const known = new Map(seasons.map(season => [season.seasonNumber, season]));
	const placed = Map.groupBy(positions, ([, {seasonNumber}]) => seasonNumber);
	// A season without episodes is a gap in the provider's answer, and stays one.
	const gaps = seasons.filter(({episodes}) => episodes.length === 0).map(({seasonNumber}) => seasonNumber);
	const numbers = [...new Set([...placed.keys(), ...gaps])].sort((a, b) => a - b);
	let absolute = 0;
	return numbers.map(seasonNumber => {
		const inOrder = (placed.get(seasonNumber) ?? []).sort(([, a], [, b]) => a.episodeNumber - b.episodeNumber);
		const {overview = null, images = [], airDate = null} = known.get(seasonNumber) ?? {};
		return {
			seasonNumber,
			overview,
			images,
			airDate: known.has(seasonNumber) ? airDate : (inOrder[0]?.[0].airDate ?? null),
			episodes: inOrder.map(([episode, position]) => {
				absolute += seasonNumber > 0 ? 1 : 0;
				return {...episode, ...position, absoluteEpisodeNumber: seasonNumber > 0 ? absolute : null};
			}),
		};
	});
}
