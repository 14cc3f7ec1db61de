import type {FileChange as Change} from '../client/schemas.ts';
import {counted, isolated} from '../parts/text.ts';

export type {FileChange as Change, FileChangeRow as ChangedFile} from '../client/schemas.ts';

/** Words of the service about changes of files, and what a person reads. */
type ChangeState = 'planning' | 'planned' | 'running' | 'done' | 'failed' | 'cancelled' | 'undone';

export type Totals = Record<'titles' | 'files' | 'bytes' | 'done' | 'skipped' | 'failed' | 'linkedFiles' | 'linkedBytes', number>;

interface Shown {
	kind: 'ok' | 'warn' | 'bad' | 'info' | 'quiet';
	label: string;
}

/** Why a file stays where it is. */
export const codeWords: Readonly<Record<string, string>> = {
	target_exists: 'Something else has the new name already',
	collision: 'Another file is to have the same name',
	file_missing: 'The file is not there',
	changed_on_disk: 'The file on the disk is another one than planned',
	outside_root: 'It is outside of the root folders, or would be',
	busy: 'An import or another change had its title',
	too_little_space: 'There is too little space on the other disk',
	link_leads_outside: 'A link leads out of the root folder',
	needs_copies: 'A torrent shares it, and the settings allow only links',
	title_changed: 'Its title is gone, or has another file by now',
};

/** What has become of a file. */
export const rowStates: Readonly<Record<string, Shown>> = {
	planned: {kind: 'quiet', label: 'To do'},
	placed: {kind: 'info', label: 'On its way'},
	recorded: {kind: 'info', label: 'On its way'},
	done: {kind: 'ok', label: 'Done'},
	skipped: {kind: 'warn', label: 'Skipped'},
	failed: {kind: 'bad', label: 'Failed'},
};

export const changeStates: Readonly<Record<ChangeState, Shown>> = {
	planning: {kind: 'info', label: 'Planning'},
	planned: {kind: 'warn', label: 'Not started'},
	running: {kind: 'info', label: 'Running'},
	done: {kind: 'ok', label: 'Done'},
	failed: {kind: 'bad', label: 'Failed'},
	cancelled: {kind: 'quiet', label: 'Cancelled'},
	undone: {kind: 'quiet', label: 'Undone'},
};

/** “Renamed 1 file of “The Lamp”” */
export function nameOfChange({kind, state, to, path, title, totals}: Pick<Change, 'kind' | 'state' | 'to' | 'path' | 'title' | 'totals'>) {
	const isPast = state === 'done' || state === 'undone';
	const of = title ? ` of “${isolated(title)}”` : totals.titles > 0 ? ` of ${counted(totals.titles, 'title')}` : '';
	const what = `${totals.files > 0 ? counted(totals.files, 'file') : 'files'}${of}`;
	if (kind === 'undo') {
		return `Put back ${what}`;
	}
	return kind === 'rename'
		? `${isPast ? 'Renamed' : 'Rename'} ${what}`
		: `${isPast ? 'Moved' : 'Move'} ${what} to ${path ?? to ?? 'another folder'}`;
}

/** Both paths, without the folder if that stays the same. */
export function shortened({from, to}: {from: string; to: string}) {
	const folder = from.slice(0, from.lastIndexOf('/') + 1);
	const isSame = folder !== '' && to.startsWith(folder) && !to.slice(folder.length).includes('/');
	return isSame ? {from: from.slice(folder.length), to: to.slice(folder.length)} : {from, to};
}
