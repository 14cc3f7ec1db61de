import Joi from 'joi';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {Forbidden} from '#shared/errors.ts';
import {planFileChange} from '#shared/jobs/files.ts';
import {optional, text, timestamp} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import {type MovedTitles, moveTitles} from '#shared/tasks/add-file-change.ts';
import {type Caller, isAdministrator} from './access/callers.ts';
import {success} from './route.ts';

type Deps = Pick<RouteDeps, 'fileChanges' | 'jobs' | 'now' | 'outbox'>;

/** The requester of a change, as it is shown. */
export const callerName = (caller: Caller | null): string | null =>
	caller === null ? null : caller.kind === 'session' ? caller.user.username : caller.key.name;

/** Moves one title with its files, if its folder changes at all. */
export async function moveTitle(
	title: MovedTitles,
	{rootFolderPath, path}: {rootFolderPath?: string; path?: string},
	{caller, ...deps}: Deps & {caller: Caller | null},
): Promise<string | undefined> {
	return rootFolderPath === undefined || path === undefined
		? undefined
		: moveTitles(title, {rootFolderPath, path, requestedBy: callerName(caller)}, deps);
}

/** Throws Forbidden `administrator_required`: files of a whole library are moved and renamed by administrators only. */
export function refuseWhole(isWhole: boolean, caller: Caller | null): void {
	if (isWhole && !(caller && isAdministrator(caller))) {
		throw new Forbidden(
			'administrator_required',
			'Only an administrator, or an API key of type main, may change the files of whole libraries.',
		);
	}
}

export const moveFilesField = Joi.boolean().description(
	'Move the files to the new folder, which is stored once they are there. Without it only the folder changes, and files stay.',
);

interface ChangedTitle {
	id: string;
	updatedAt: Date;
	taskId?: string | undefined;
}

const movingTask = optional(text).description('The task that moves the files; left out if none are moved.');

/** Part of a reply: the task that moves files, if there is one. */
export const ofMove = {taskId: from(movingTask, ({taskId}: Pick<ChangedTitle, 'taskId'>) => taskId)};

/** The reply to a change of a title. */
export const changedTitle = viewOf<ChangedTitle>()({success, id: text, updatedAt: timestamp, ...ofMove}, 'ChangedTitle');

/** Has a change planned again. */
export async function planAgain(changeId: string, deps: Pick<Deps, 'jobs' | 'outbox'>): Promise<void> {
	await promiseJob(planFileChange, {changeId}, deps);
}
