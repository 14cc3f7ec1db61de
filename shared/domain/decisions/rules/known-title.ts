import type {ParsedTitle} from '../../release/parsed-title.ts';
import type {Rule} from '../rule.ts';

export const knownMovie: Rule = ({media, parsed}) => {
	if (media.kind !== 'movie' || media.movie) {
		return null;
	}

	const detail = parsed
		? `No movie of the library is called "${parsed.title}"${parsed.year ? ` (${parsed.year})` : ''}`
		: 'The title cannot be read';
	return {reason: 'Unknown movie', detail, temporary: false};
};

export const knownSeries: Rule = ({media, parsed}) => {
	if (media.kind !== 'series' || media.series) {
		return null;
	}

	const detail = parsed ? `No series of the library is called "${parsed.title}"` : 'The title cannot be read';
	return {reason: 'Unknown series', detail, temporary: false};
};

function wanted({season, episodes, absoluteEpisodes, airDate}: ParsedTitle): string {
	if (airDate) {
		return `the episode of ${airDate}`;
	}

	if (season === null) {
		return absoluteEpisodes.length > 0 ? `absolute episode ${absoluteEpisodes.join(', ')}` : 'its episode';
	}

	return episodes.length > 0 ? `season ${season} episode ${episodes.join(', ')}` : `season ${season}`;
}

export const knownEpisode: Rule = ({media, parsed}) => {
	if (media.kind !== 'series' || !media.series || media.episodes.length > 0) {
		return null;
	}

	const detail = parsed ? `${media.series.title} has no such episode: ${wanted(parsed)}` : 'The title cannot be read';
	return {reason: 'Unknown episode', detail, temporary: false};
};
