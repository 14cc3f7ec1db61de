import {capital, taskTitle, words} from '../parts/text.ts';
import {bodyOf, type OpenApi, operationOf} from '../schema/document.ts';
import {labelOf} from '../schema/names.ts';
import {settingTitles} from '../schema/setting-words.ts';

/** What the service can do with the records of a list. */
export function abilitiesOf(document: OpenApi, path: string) {
	const has = (method: string, below: string) => operationOf(document, method, path + below) !== null;
	return {
		addBody: bodyOf(document, 'post', path),
		editBody: bodyOf(document, 'put', `${path}/{id}`),
		canDelete: has('delete', '/{id}'),
		/** Of what is in the form. */
		canTry: has('post', '/test'),
		/** What a rule in the form would apply to. */
		canPreview: has('post', '/preview'),
		canTest: has('post', '/{id}/test'),
		hasItems: has('get', '/{id}/items'),
		hasDeliveries: has('get', '/{id}/deliveries'),
		canDo: (name: string) => has('post', `/{id}/${name}`),
	};
}

export type Abilities = ReturnType<typeof abilitiesOf>;

/** The records in a reply, whatever they are called there. */
export function recordsOf(reply: Record<string, any>): Record<string, any>[] {
	return Object.values(reply).find(Array.isArray) ?? [];
}

export function nameOf(record: Record<string, any>): string {
	const {name, label, username, path, title, host, quality, action, tags, id} = record;
	return (
		name ??
		label ??
		username ??
		path ??
		title ??
		host ??
		quality ??
		(action && actName(record)) ??
		(tags?.length > 0 ? tags.join(', ') : record['isDefault'] ? 'All titles' : id)
	);
}

/** Names of the audit trail that are not words of people. */
const acts: Readonly<Record<string, string>> = {
	'tasks.run': 'Task started',
	'movies.rematched': 'Match of a movie changed',
	'series.rematched': 'Match of a series changed',
	'settings.changed': 'Setting changed',
	'movies.added': 'Movie added',
	'series.added': 'Series added',
	'movies.changed': 'Movie changed',
	'movies.deleted': 'Movie deleted',
	'series.changed': 'Series changed',
	'deletions.emptied': 'Recycle bin emptied',
	'deletions.erased': 'Deleted for good',
	'deletions.undone': 'Deletion undone',
	'backups.restored': 'Restore of a backup',
	'backups.restore': 'Restore of a backup',
};

/** What an entry of the audit trail says was done, and to what. */
function actName({action, subjectId, subjectName}: Record<string, any>) {
	const of =
		action === 'settings.changed'
			? (settingTitles[subjectId] ?? subjectId?.split('.').pop())
			: action.startsWith('tasks.')
				? subjectId && taskTitle(subjectId)
				: subjectName;
	const what = acts[action] ?? capital(words(action.replaceAll(/[.-]/g, ' ')));
	return of ? `${what}: ${action === 'settings.changed' && !settingTitles[subjectId] ? labelOf(of) : of}` : what;
}

/** A key or secret that is shown only once, in the reply to an addition. */
export function secretIn(reply: any): string | null {
	const found = reply?.key?.value ?? reply?.value ?? reply?.secret ?? null;
	return typeof found === 'string' && !/^\*+$/.test(found) ? found : null;
}
