import type {RouteDeps} from '#api/services.ts';
import {hourMs} from '#shared/domain/durations.ts';
import type {FaceCall} from './faces.ts';
import {FaceFailure} from './wire.ts';

/** What a program that cleans up a library is about to delete. */
interface Doomed {
	files: number;
	bytes: number;
}

const mibi = 1024 * 1024;

/**
 * Counts the deletion of files by a key. Throws 429, and nothing may be deleted, if its limit of an hour is reached: a
 * program that has gone wild must not empty a library.
 */
export async function countDeletion(
	{files, bytes}: Doomed,
	{key}: Pick<FaceCall, 'key'>,
	{budgets}: Pick<RouteDeps, 'budgets'>,
): Promise<void> {
	const {id, app} = key.key;
	if (files === 0 || !app) {
		return;
	}
	const limits = [
		{name: 'app-deleted-files', max: app.filesPerHour, amount: files},
		{name: 'app-deleted-mebibytes', max: Math.floor(app.bytesPerHour / mibi), amount: Math.ceil(bytes / mibi)},
	];
	const counted = [];
	for (const {name, max, amount} of limits.filter(limit => limit.max > 0 && limit.amount > 0)) {
		const hit = await budgets.hit({name, max, windowMs: hourMs}, id, amount);
		if (hit.isOver) {
			await Promise.all(counted.map(each => each.giveBack()));
			await budgets.hit({...refusals, max: Number.MAX_SAFE_INTEGER}, id);
			const seconds = Math.max(1, Math.ceil(hit.freeInMs / 1000));
			throw new FaceFailure(429, 'This key has reached its limit of deletions in an hour. This was not deleted.', {
				'Retry-After': String(seconds),
			});
		}
		counted.push(hit);
	}
}

const refusals = {name: 'app-deletions-refused', windowMs: hourMs};

/** Names of the keys that have reached their limit within the last hour. */
export async function limitedKeys({apiKeys, budgets}: Pick<RouteDeps, 'apiKeys' | 'budgets'>): Promise<string[]> {
	const keys = (await apiKeys.list()).filter(({type}) => type === 'apps');
	const read = await budgets.read(keys.map(({id}) => ({limit: {...refusals, max: 1}, key: id})));
	return keys.filter(({id}) => (read.get(id)?.hits ?? 0) > 0).map(({name}) => name);
}
