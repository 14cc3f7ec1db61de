import type {Operations} from '#api/http/operation.ts';
import {queuedSearch} from '#api/http/replies.ts';

const replies = {202: queuedSearch.schema};

export const episodeSearchesOperations: Operations = {
	'POST /api/library/series/:id/auto-search': {
		id: 'searchSeries',
		summary: 'Search for the wanted episodes of a series, or for the named ones, and grab the best releases',
		replies,
	},
	'POST /api/library/series/:seriesId/seasons/:seasonNumber/auto-search': {
		id: 'searchSeason',
		summary: 'Search for the monitored episodes of a season, a pack first, and grab the best releases',
		replies,
	},
	'POST /api/library/episodes/:id/auto-search': {
		id: 'searchEpisode',
		summary: 'Search for the best release of an episode, monitored or not, and grab it',
		replies,
	},
};
