import {applyGuide, linkUnchanged} from '#shared/tasks/apply-guide.ts';
import type {TaskBody} from '../executions/run-execution.ts';
import {updateGuide} from '../integrations/packages/update-guide.ts';

/**
 * Takes a newer guide, and applies what is chosen of it if nobody has to agree. One that was killed begins again: no
 * guide counts before all of it is stored, and applying twice changes nothing.
 */
export const followGuide: TaskBody<
	| 'customFormats'
	| 'episodes'
	| 'guide'
	| 'http'
	| 'jobs'
	| 'leases'
	| 'log'
	| 'now'
	| 'outbox'
	| 'patternMatcher'
	| 'qualityDefinitions'
	| 'qualityProfiles'
	| 'searchBackoff'
	| 'settings'
	| 'tasks'
> = async ({signal, note}, deps) => {
	const untitled = {mediaId: null, mediaTitle: null};
	const updated = await updateGuide(deps, signal);
	if (updated?.isNew) {
		note({
			...untitled,
			action: 'add',
			status: 'completed',
			message: `${updated.usable} of ${updated.total} files of the guide can be used.`,
		});
	}
	await linkUnchanged(deps);
	if (deps.settings.get('guide.updates') === 'ask') {
		return {itemsProcessed: updated?.total ?? 0, itemsAffected: 0};
	}
	const {added, changed, failures} = await applyGuide({hash: null, overwrite: new Set(), signal}, deps);
	if (added + changed > 0) {
		note({...untitled, action: 'update', status: 'completed', message: `The guide added ${added} and changed ${changed} records.`});
	}
	for (const {name, error} of failures) {
		note({...untitled, action: 'update', status: 'failed', message: `${name}: ${error}`});
	}
	return {itemsProcessed: updated?.total ?? 0, itemsAffected: added + changed};
};
