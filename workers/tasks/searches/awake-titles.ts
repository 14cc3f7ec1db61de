import type {SearchLine} from '#shared/store/tasks/search-back-off.ts';
import {onlyAwake} from '#shared/store/tasks/task-state.ts';
import type {TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

interface InLine {
	id: string;
	lastSearchTime: Date | null;
}

/** Whether a run looks only at titles that have become due, because another one looked at all of them lately. */
export const isPartial = ({options}: Pick<TaskRun, 'options'>): boolean => options[onlyAwake] === true;

/**
 * The titles of a line whose rest is over, the longest unsearched first. Those that `read` does not return are no
 * longer wanted and leave the line.
 */
export async function awakeTitles<Title extends InLine>(
	line: SearchLine,
	read: (ids: readonly string[], now: Date) => Promise<Title[]>,
	{searchBackOff, now}: Pick<WorkerDeps, 'searchBackOff' | 'now'>,
): Promise<Title[]> {
	const at = now();
	const ids = await searchBackOff.awake(line, at);
	if (ids.length === 0) {
		return [];
	}
	const titles = await read(ids, at);
	const wanted = new Set(titles.map(({id}) => id));
	await searchBackOff.leaveLine(
		ids.filter(id => !wanted.has(id)),
		at,
	);
	return titles.toSorted((a, b) => Number(a.lastSearchTime ?? 0) - Number(b.lastSearchTime ?? 0));
}
