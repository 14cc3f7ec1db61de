import type {NamedTitle} from '../client/types.ts';
import {isolated} from '../parts/text.ts';

/** What an event is called, and how it looks. */
const events: Readonly<Record<string, {kind: 'ok' | 'info' | 'bad' | 'quiet'; label: string}>> = {
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

export const isKnownEvent = (event: string) => Object.hasOwn(events, event);
export const lookOf = (event: string) => events[event] ?? {kind: 'quiet' as const, label: event};

/** “The Lamp 2024 · S01E02” */
export function nameOf({title, year, episodes}: NamedTitle) {
	const [first, second] = episodes;
	const which = second ? `${first} and ${episodes.length - 1} more` : first;
	return [`${isolated(title)}${year && !first ? ` (${year})` : ''}`, which].filter(Boolean).join(' ');
}

export const pathOf = ({kind, id}: NamedTitle) => `${kind === 'movie' ? 'movies' : 'series'}/${id}`;
