import {repairExecutions} from '../executions/repair-executions.ts';
import type {TaskBody} from '../executions/run-execution.ts';
import {resumeMediaInfo} from '../library/resume-media-info.ts';
import {resumeSubtitles} from '../library/resume-subtitles.ts';

/**
 * Downloads and imports are repaired each time the clients are polled. This task repairs task executions, and libraries
 * whose status still says that a backfill is running or whose files still wait for their tracks or
 * subtitles to be read.
 */
export const reconcile: TaskBody = async ({note}, deps) => {
	const active = await deps.taskHistory.active();
	const settled = await deps.libraries.settleStatuses(active.map(({taskId}) => taskId));
	const repaired = (await repairExecutions(deps)) + settled + (await resumeMediaInfo(deps));
	await resumeSubtitles(deps);
	if (repaired > 0) {
		const message = `${repaired} executions or libraries were repaired.`;
		note({mediaId: null, mediaTitle: null, action: 'repair', status: 'completed', message});
	}
	return {itemsProcessed: active.length, itemsAffected: repaired};
};
