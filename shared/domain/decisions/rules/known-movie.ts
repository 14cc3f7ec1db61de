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
