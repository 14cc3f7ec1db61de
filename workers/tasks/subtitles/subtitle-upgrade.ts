import {dayMs} from '#shared/domain/durations.ts';
import {upgradeGoals} from '#shared/domain/subtitles/subtitle-goals.ts';
import {subtitleUpgradeKey} from '#shared/domain/tasks/search-back-off.ts';
import type {TaskBody} from '../../executions/run-execution.ts';
import {searchSubtitleBacklog} from './search-subtitle-backlog.ts';
import type {Subtitled} from './subtitled.ts';

/** Searches better subtitles than those that were downloaded in the last days. */
export const searchBetterSubtitles: TaskBody = async (run, deps) => {
	const withinDays = deps.settings.get('subtitles.upgradeWithinDays');
	if (withinDays === 0) {
		const message = 'Subtitles are not upgraded: the setting subtitles.upgradeWithinDays is 0.';
		run.note({mediaId: null, mediaTitle: null, action: 'search', status: 'skipped', message});
		return {itemsProcessed: 0, itemsAffected: 0};
	}
	const now = deps.now();
	const since = new Date(Number(now) - withinDays * dayMs);
	const goalsOf = ({missing, list}: Subtitled) => upgradeGoals({missing, list, readAt: now, stamp: ''}, {withinDays, now});
	return searchSubtitleBacklog(
		{
			movies: id => deps.movies.downloadedSubtitles(since, id),
			episodes: seriesId => deps.episodes.downloadedSubtitles(since, seriesId),
			keyOf: subtitleUpgradeKey,
			reason: 'upgrade',
			isWanted: title => goalsOf(title).length > 0,
			downloadsFor: title => goalsOf(title).length,
		},
		run,
		deps,
	);
};
