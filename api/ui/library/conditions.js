import {columnsOf, sortsOf} from './columns.js';

/** @typedef {import('./columns.js').Kind} Kind */
/** @typedef {Record<string, string | boolean>} Conditions Parameters of the API's lists. */

/** What a list is filtered by, by the names in the address, which are those of the API. */
const common = [
	'monitored',
	'downloaded',
	'tag',
	'libraryId',
	'genre',
	'minYear',
	'maxYear',
	'minRating',
	'qualityProfileId',
	'rootFolderPath',
];
/** @type {Record<Kind, readonly string[]>} */
export const conditionNames = {
	movies: [...common, 'minimumAvailability'],
	series: [...common, 'network', 'status', 'type'],
};

/** Earlier names of conditions, which bookmarks and other views may have. @type {Record<string, Conditions>} */
const shownBy = {missing: {monitored: 'true', downloaded: 'false'}, here: {downloaded: 'true'}, unmonitored: {monitored: 'false'}};

const numbers = ['minYear', 'maxYear', 'minRating'];
const yesOrNo = ['monitored', 'downloaded'];

/** Whether the list understands it. Bookmarks may be old, and addresses mistyped. @param {string} name @param {string} value */
function isUnderstood(name, value) {
	if (name === 'minRating') {
		return /^\d+(?:\.\d+)?$/.test(value) && Number(value) <= 10;
	}
	return numbers.includes(name) ? /^\d{1,4}$/.test(value) : !yesOrNo.includes(name) || ['true', 'false'].includes(value);
}

/** The conditions that an address has. @param {Kind} kind @param {URLSearchParams} query @returns {Record<string, string>} */
export function conditionsIn(kind, query) {
	const given = conditionNames[kind].flatMap(name => {
		const value = query.get(name);
		return value && isUnderstood(name, value) ? [[name, value]] : [];
	});
	const library = query.get('library');
	return {...shownBy[query.get('show') ?? ''], ...(library && {libraryId: library}), ...Object.fromEntries(given)};
}

/** What an address sorts by; by title, if it names no order of these. @param {Kind} kind @param {URLSearchParams} query */
export function sortIn(kind, query) {
	const sort = query.get('sort') ?? '';
	const fields = [...sortsOf[kind].map(({field}) => field), ...columnsOf[kind].map(column => column.sort)];
	return fields.some(field => field && [`${field}:asc`, `${field}:desc`].includes(sort)) ? sort : 'title:asc';
}

/** The changes of an address to exactly these conditions. @param {Kind} kind @param {Record<string, string | null>} conditions */
export function toConditions(kind, conditions) {
	const all = Object.fromEntries(conditionNames[kind].map(name => [name, conditions[name] ?? null]));
	return {...all, show: null, library: null};
}

/** Conditions of an address as the values of a body. @param {Record<string, string>} conditions */
export function toValues(conditions) {
	const toValue = (/** @type {string} */ name, /** @type {string} */ text) =>
		yesOrNo.includes(name) ? text === 'true' : numbers.includes(name) ? Number(text) : text;
	return Object.fromEntries(Object.entries(conditions).map(([name, text]) => [name, toValue(name, text)]));
}
