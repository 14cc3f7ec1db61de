import {minuteMs} from '#shared/domain/durations.ts';
import {subtitleSearchKey} from '#shared/domain/tasks/search-back-off.ts';
import {fetchSubtitles} from '#shared/jobs/subtitles.ts';
import type {TaskBody} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {isNamedBy} from './queue-fetches.ts';
import {searchSubtitleBacklog} from './search-subtitle-backlog.ts';

/** Milliseconds after which a download that is not beside its video was left by its worker. */
const leftMs = 15 * minuteMs;
/** Titles with such a download that one run looks after. */
const mostLeft = 200;

/** Searches what the language profiles want and the files lack. */
export const searchMissingSubtitles: TaskBody = async (run, deps) => {
	await finishLeftOver(deps);
	return searchSubtitleBacklog(
		{
			movies: id => deps.movies.missingSubtitles(id),
			episodes: seriesId => deps.episodes.missingSubtitles(seriesId),
			keyOf: subtitleSearchKey,
			// A person who names a title wants it searched, monitored or not.
			reason: isNamedBy(run) ? 'person' : 'missing',
			isWanted: () => true,
			downloadsFor: ({missing}) => missing.length,
		},
		run,
		deps,
	);
};

/** What was downloaded while the disk was away, or lost its job, is put in its place without another download. */
async function finishLeftOver({fetchedSubtitles, jobs, now}: WorkerDeps): Promise<void> {
	for (const owner of await fetchedSubtitles.ownersBefore(new Date(Number(now()) - leftMs), mostLeft)) {
		await jobs.enqueue(fetchSubtitles, {owner, reason: 'missing'}, {priority: 50});
	}
}
