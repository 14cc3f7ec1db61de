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

/** The conditions that an address has. @param {Kind} kind @param {URLSearchParams} query @returns {Record<string, string>} */
export function conditionsIn(kind, query) {
	const given = conditionNames[kind].flatMap(name => {
		const value = query.get(name);
		return value ? [[name, value]] : [];
	});
	const library = query.get('library');
	return {...shownBy[query.get('show') ?? ''], ...(library && {libraryId: library}), ...Object.fromEntries(given)};
}

/** The changes of an address to exactly these conditions. @param {Kind} kind @param {Record<string, string | null>} conditions */
export function toConditions(kind, conditions) {
	const all = Object.fromEntries(conditionNames[kind].map(name => [name, conditions[name] ?? null]));
	return {...all, show: null, library: null};
}

const numbers = ['minYear', 'maxYear', 'minRating'];

/** Conditions of an address as the values of a body. @param {Record<string, string>} conditions */
export function toValues(conditions) {
	const toValue = (/** @type {string} */ name, /** @type {string} */ text) =>
		['monitored', 'downloaded'].includes(name) ? text === 'true' : numbers.includes(name) ? Number(text) : text;
	return Object.fromEntries(Object.entries(conditions).map(([name, text]) => [name, toValue(name, text)]));
}
