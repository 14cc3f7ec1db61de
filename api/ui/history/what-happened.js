import {isolated} from '../parts/text.js';

/** @typedef {import('../client/types.js').HistoryEntry} HistoryEntry */
/** @typedef {import('../client/types.js').NamedTitle} NamedTitle */

/**
 * What an event is called, and how it looks.
 * @type {Readonly<Record<string, {kind: 'ok' | 'info' | 'bad' | 'quiet', label: string}>>}
 */
const events = {
	grabbed: {kind: 'info', label: 'Grabbed'},
	imported: {kind: 'ok', label: 'Imported'},
	downloadFailed: {kind: 'bad', label: 'Download failed'},
	importFailed: {kind: 'bad', label: 'Import failed'},
	fileDeleted: {kind: 'quiet', label: 'File deleted'},
	fileRenamed: {kind: 'quiet', label: 'File renamed'},
	titleMoved: {kind: 'quiet', label: 'Moved'},
	ignored: {kind: 'quiet', label: 'Ignored'},
	subtitleDownloaded: {kind: 'ok', label: 'Subtitle fetched'},
	subtitleRemoved: {kind: 'quiet', label: 'Subtitle deleted'},
	titleAdded: {kind: 'info', label: 'Added'},
	titleRemoved: {kind: 'quiet', label: 'Deleted'},
};

/** @param {string} event */
export const lookOf = event => events[event] ?? {kind: /** @type {const} */ ('quiet'), label: event};

/** “The Lamp 2024 · S01E02” @param {NamedTitle} title */
export function nameOf({title, year, episodes}) {
	const [first, second] = episodes;
	const which = second ? `${first} and ${episodes.length - 1} more` : first;
	return [`${isolated(title)}${year && !first ? ` (${year})` : ''}`, which].filter(Boolean).join(' ');
}

/** @param {NamedTitle} title */
export const pathOf = ({kind, id}) => `${kind === 'movie' ? 'movies' : 'series'}/${id}`;
