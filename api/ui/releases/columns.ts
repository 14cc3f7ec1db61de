import type {Release} from '../client/types.ts';
import {size} from '../parts/text.ts';

export type ColumnName = 'age' | 'title' | 'indexer' | 'size' | 'peers' | 'language' | 'quality' | 'score' | 'flags' | 'verdict';

export interface Column {
	name: ColumnName;
	label: string;
	/** What it is sorted by, smallest first. */
	worth: (release: Release) => number | string;
	/** The first click shows the largest. */
	isLargeFirst?: boolean;
}

export const columns: readonly Column[] = [
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

/** Null is the order of the service, the best first. */
export type Order = {by: ColumnName; isDown: boolean} | null;

/** A third click leads back to the order of the service. */
export function nextOrder(order: Order, by: ColumnName): Order {
	const isFirstDown = columns.find(({name}) => name === by)?.isLargeFirst ?? false;
	if (order?.by !== by) {
		return {by, isDown: isFirstDown};
	}
	return order.isDown === isFirstDown ? {by, isDown: !isFirstDown} : null;
}

/** Equal ones stay in the order of the service. */
export function sorted(releases: readonly Release[], order: Order) {
	const column = order && columns.find(({name}) => name === order.by);
	if (!column) {
		return releases;
	}
	const sign = order.isDown ? -1 : 1;
	const compare = (a: number | string, b: number | string) => (a === b ? 0 : a < b ? -sign : sign);
	return [...releases].sort((a, b) => compare(column.worth(a), column.worth(b)));
}

/** What is typed or chosen for a column; an empty text is nothing. */
export type Wanted = Partial<Record<ColumnName, string>>;

const dayMs = 86_400_000;
const gigabyte = 1e9;

const fits: Record<ColumnName, (release: Release, wanted: string) => boolean> = {
	age: ({publishDate}, days) => publishDate !== null && Date.now() - Date.parse(publishDate) <= Number(days) * dayMs,
	title: ({title}, text) => words(text).every(word => title.toLowerCase().includes(word)),
	indexer: ({indexer}, name) => indexer === name,
	size: (release, max) => release.size <= Number(max) * gigabyte,
	peers: ({seeders}, least) => seeders === null || seeders >= Number(least),
	language: ({language}, name) => languagesOf(language).includes(name),
	quality: ({quality}, name) => quality.quality === name,
	score: ({customFormatScore}, least) => customFormatScore >= Number(least),
	flags: ({indexerFlags}, name) => indexerFlags.some(flag => flag === name),
	verdict: ({approved, rejectionDetails}, verdict) =>
		verdict === 'approved' ? approved : verdict === 'rejected' ? !approved : rejectionDetails.some(({reason}) => reason === verdict),
};

const words = (text: string) =>
	text
		.toLowerCase()
		.split(/[\s.]+/)
		.filter(Boolean);

export const languagesOf = (language: string | null) => (language ? language.split(', ') : ['']);

export function filtered(releases: readonly Release[], wanted: Wanted) {
	const rules = (Object.entries(wanted) as [ColumnName, string][]).filter(([, value]) => value !== '');
	return releases.filter(release => rules.every(([name, value]) => fits[name](release, value)));
}

/** What may be chosen for a column, as the releases have it. */
export function choicesOf(releases: readonly Release[]) {
	const unique = (values: readonly string[]) => [...new Set(values)].sort();
	return {
		indexer: unique(releases.map(({indexer}) => indexer)),
		language: unique(releases.flatMap(({language}) => languagesOf(language))),
		quality: unique(releases.map(({quality}) => quality.quality)),
		flags: unique(releases.flatMap(({indexerFlags}) => indexerFlags)),
		reasons: unique(releases.flatMap(({rejectionDetails}) => rejectionDetails.map(({reason}) => reason))),
	};
}

/** “3 h”, “12 d” */
export function age(iso: string | null) {
	if (iso === null) {
		return '–';
	}
	const hours = Math.max(0, (Date.now() - Date.parse(iso)) / 3_600_000);
	return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`;
}

export const sizeOf = (release: Release) => (release.size > 0 ? size(release.size) : '–');

export const peersOf = ({seeders, leechers}: Release) => (seeders === null ? '–' : `${seeders} / ${leechers ?? 0}`);
