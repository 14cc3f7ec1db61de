import type {TaskBody} from '../executions/run-execution.ts';

const millisecondsPerDay = 86_400_000;
/** Promised by the API. */
const keptDays = 30;

/** Removes entries that are older than the API promises to show. */
export const cleanUpHistory: TaskBody = async (_run, {history, taskHistory, taskActivities, searchBackOff, now}) => {
	const before = new Date(Number(now()) - keptDays * millisecondsPerDay);
	const removed = [
		await history.removeBefore(before),
		await taskHistory.removeBefore(before),
		await taskActivities.removeBefore(before),
		await searchBackOff.removeBefore(before),
	].reduce((sum, count) => sum + count, 0);
	return {itemsProcessed: removed, itemsAffected: removed};
};
