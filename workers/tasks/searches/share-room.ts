import {minuteMs} from '#shared/domain/durations.ts';
import {fairShare, type InLine} from '#shared/domain/tasks/fair-share.ts';
import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {RunPlan} from './run-plan.ts';

interface Lines {
	own: AsyncIterable<Pick<InLine, 'lastSearchTime'>>;
	other: AsyncIterable<Pick<InLine, 'lastSearchTime'>>;
	/** The task of the other line. */
	otherTask: TaskId;
}

/** Milliseconds after a run during which its task has had its share. */
const servedMs = 15 * minuteMs;

/**
 * Leaves part of a scarce budget to the task of the other line, so that movies and episodes together are searched in
 * the order of how long they wait.
 */
export async function shareRoom({own, other, otherTask}: Lines, plan: RunPlan, {tasks, now}: WorkerDeps): Promise<void> {
	const room = plan.left();
	if (!Number.isFinite(room) || room === 0) {
		return;
	}
	const {enabled, lastRunAt} = await tasks.get(otherTask);
	const sinceMs = lastRunAt === null ? Number.POSITIVE_INFINITY : Math.abs(Number(now()) - Number(lastRunAt));
	if (enabled && sinceMs > servedMs) {
		// A series may cost more than one search, so its line gets all that the other one does not need.
		plan.shareWith(room - fairShare(await heads(other, room), await heads(own, room), room));
	}
}

/** The first titles of a line. */
async function heads(line: Lines['own'], most: number): Promise<InLine[]> {
	const first: InLine[] = [];
	for await (const {lastSearchTime} of line) {
		first.push({lastSearchTime, cost: 1});
		if (first.length >= most) {
			break;
		}
	}
	return first;
}
