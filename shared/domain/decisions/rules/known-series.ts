import type {Rule} from '../rule.ts';

export const knownSeries: Rule = ({media, parsed}) => {
	if (media.kind !== 'series' || media.series) {
		return null;
	}

	const detail = parsed ? `No series of the library is called "${parsed.title}"` : 'The title cannot be read';
	return {reason: 'Unknown series', detail, temporary: false};
};
