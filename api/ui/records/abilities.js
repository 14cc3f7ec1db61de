import {capital, taskTitle, words} from '../parts/text.js';
import {bodyOf, operationOf} from '../schema/document.js';
import {labelOf} from '../schema/names.js';
import {settingTitles} from '../schema/setting-words.js';

/** @typedef {import('../schema/document.js').OpenApi} OpenApi */

/** What the service can do with the records of a list. @param {OpenApi} document @param {string} path */
export function abilitiesOf(document, path) {
	const has = (/** @type {string} */ method, /** @type {string} */ below) => operationOf(document, method, path + below) !== null;
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
		/** @param {string} name */
		canDo: name => has('post', `/{id}/${name}`),
	};
}

/** @typedef {ReturnType<typeof abilitiesOf>} Abilities */

/**
 * The records in a reply, whatever they are called there.
 * @param {Record<string, any>} reply
 * @returns {Record<string, any>[]}
 */
export function recordsOf(reply) {
	return Object.values(reply).find(Array.isArray) ?? [];
}

/** @param {Record<string, any>} record @returns {string} */
export function nameOf(record) {
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

/** Names of the audit trail that are not words of people. @type {Readonly<Record<string, string>>} */
const acts = {
	'tasks.run': 'Task started',
	'movies.rematched': 'Match of a movie changed',
	'series.rematched': 'Match of a series changed',
	'settings.changed': 'Setting changed',
};

/** What an entry of the audit trail says was done, and to what. @param {Record<string, any>} entry */
function actName({action, subjectId, subjectName}) {
	const of =
		action === 'settings.changed'
			? (settingTitles[subjectId] ?? subjectId?.split('.').pop())
			: action.startsWith('tasks.')
				? subjectId && taskTitle(subjectId)
				: subjectName;
	const what = acts[action] ?? capital(words(action.replaceAll(/[.-]/g, ' ')));
	return of ? `${what}: ${action === 'settings.changed' && !settingTitles[subjectId] ? labelOf(of) : of}` : what;
}

/** A key or secret that is shown only once, in the reply to an addition. @param {any} reply @returns {string | null} */
export function secretIn(reply) {
	const found = reply?.key?.value ?? reply?.value ?? reply?.secret ?? null;
	return typeof found === 'string' && !/^\*+$/.test(found) ? found : null;
}
