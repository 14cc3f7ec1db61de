import {subtitleSearchKey} from '#shared/domain/tasks/search-back-off.ts';
import type {TaskBody} from '../executions/run-execution.ts';
import {isNamedBy} from './subtitles/queue-fetches.ts';
import {searchSubtitleBacklog} from './subtitles/search-subtitle-backlog.ts';

/** Searches what the language profiles want and the files lack. */
export const searchMissingSubtitles: TaskBody = (run, deps) =>
	searchSubtitleBacklog(
		{
			movies: id => deps.movies.missingSubtitles(id),
			episodes: seriesId => deps.episodes.missingSubtitles(seriesId),
			keyOf: subtitleSearchKey,
			// Whoever names a title wants it searched, monitored or not.
			reason: isNamedBy(run) ? 'person' : 'missing',
			isWanted: () => true,
			downloadsFor: ({missing}) => missing.length,
		},
		run,
		deps,
	);
