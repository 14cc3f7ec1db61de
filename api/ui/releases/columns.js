import {size} from '../parts/text.js';

/** @typedef {import('../client/types.js').Release} Release */
/** @typedef {'age' | 'title' | 'indexer' | 'size' | 'peers' | 'language' | 'quality' | 'score' | 'flags' | 'verdict'} ColumnName */

/**
 * @typedef {object} Column
 * @property {ColumnName} name
 * @property {string} label
 * @property {(release: Release) => number | string} worth What it is sorted by, smallest first.
 * @property {boolean} [isLargeFirst] The first click shows the largest.
 */

/** @type {readonly Column[]} */
export const columns = [
	{name: 'age', label: 'Age', worth: ({publishDate}) => (publishDate === null ? 0 : -Date.parse(publishDate))},
	{name: 'title', label: 'Title', worth: ({title}) => title.toLowerCase()},
	{name: 'indexer', label: 'Indexer', worth: ({indexer}) => indexer.toLowerCase()},
	{name: 'size', label: 'Size', worth: release => release.size, isLargeFirst: true},
	{name: 'peers', label: 'Peers', worth: ({seeders, leechers}) => (seeders ?? -1) + (leechers ?? 0) / 1e6, isLargeFirst: true},
	{name: 'language', label: 'Language', worth: ({language}) => language ?? ''},
	{name: 'quality', label: 'Quality', worth: ({qualityScore}) => qualityScore, isLargeFirst: true},
	{name: 'score', label: 'Score', worth: ({customFormatScore}) => customFormatScore, isLargeFirst: true},
	{name: 'flags', label: 'Flags', worth: ({indexerFlags}) => indexerFlags.length, isLargeFirst: true},
	{name: 'verdict', label: 'Verdict', worth: ({approved, rejectionDetails}) => (approved ? 0 : 1 + rejectionDetails.length)},
];

/** @typedef {{by: ColumnName, isDown: boolean} | null} Order Null is the order of the service, the best first. */

/** A third click leads back to the order of the service. @param {Order} order @param {ColumnName} by @returns {Order} */
export function nextOrder(order, by) {
	const isFirstDown = columns.find(({name}) => name === by)?.isLargeFirst ?? false;
	if (order?.by !== by) {
		return {by, isDown: isFirstDown};
	}
	return order.isDown === isFirstDown ? {by, isDown: !isFirstDown} : null;
}

/** Equal ones stay in the order of the service. @param {readonly Release[]} releases @param {Order} order */
export function sorted(releases, order) {
	const column = order && columns.find(({name}) => name === order.by);
	if (!column) {
		return releases;
	}
	const sign = order.isDown ? -1 : 1;
	const compare = (/** @type {number | string} */ a, /** @type {number | string} */ b) => (a === b ? 0 : a < b ? -sign : sign);
	return [...releases].sort((a, b) => compare(column.worth(a), column.worth(b)));
}

/** What is typed or chosen for a column; an empty text is nothing. @typedef {Partial<Record<ColumnName, string>>} Wanted */

const dayMs = 86_400_000;
const gigabyte = 1e9;

/** @type {Record<ColumnName, (release: Release, wanted: string) => boolean>} */
const fits = {
	age: ({publishDate}, days) => publishDate !== null && Date.now() - Date.parse(publishDate) <= Number(days) * dayMs,
	title: ({title}, text) => words(text).every(word => title.toLowerCase().includes(word)),
	indexer: ({indexer}, name) => indexer === name,
	size: (release, max) => release.size <= Number(max) * gigabyte,
	peers: ({seeders}, least) => seeders === null || seeders >= Number(least),
	language: ({language}, name) => languagesOf(language).includes(name),
	quality: ({quality}, name) => quality.quality === name,
	score: ({customFormatScore}, least) => customFormatScore >= Number(least),
	flags: ({indexerFlags}, name) => indexerFlags.includes(name),
	verdict: ({approved, rejectionDetails}, verdict) =>
		verdict === 'approved' ? approved : verdict === 'rejected' ? !approved : rejectionDetails.some(({reason}) => reason === verdict),
};

/** @param {string} text */
const words = text =>
	text
		.toLowerCase()
		.split(/[\s.]+/)
		.filter(Boolean);

/** @param {string | null} language */
export const languagesOf = language => (language ? language.split(', ') : ['']);

/** @param {readonly Release[]} releases @param {Wanted} wanted */
export function filtered(releases, wanted) {
	const rules = /** @type {[ColumnName, string][]} */ (Object.entries(wanted)).filter(([, value]) => value !== '');
	return releases.filter(release => rules.every(([name, value]) => fits[name](release, value)));
}

/** What may be chosen for a column, as the releases have it. @param {readonly Release[]} releases */
export function choicesOf(releases) {
	const unique = (/** @type {readonly string[]} */ values) => [...new Set(values)].sort();
	return {
		indexer: unique(releases.map(({indexer}) => indexer)),
		language: unique(releases.flatMap(({language}) => languagesOf(language))),
		quality: unique(releases.map(({quality}) => quality.quality)),
		flags: unique(releases.flatMap(({indexerFlags}) => indexerFlags)),
		reasons: unique(releases.flatMap(({rejectionDetails}) => rejectionDetails.map(({reason}) => reason))),
	};
}

/** “3 h”, “12 d” @param {string | null} iso */
export function age(iso) {
	if (iso === null) {
		return '–';
	}
	const hours = Math.max(0, (Date.now() - Date.parse(iso)) / 3_600_000);
	return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`;
}

/** @param {Release} release */
export const sizeOf = release => (release.size > 0 ? size(release.size) : '–');

/** @param {Release} release */
export const peersOf = ({seeders, leechers}) => (seeders === null ? '–' : `${seeders} / ${leechers ?? 0}`);
