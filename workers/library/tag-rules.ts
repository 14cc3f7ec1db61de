import {mapInTurns} from '#shared/coordination/wait.ts';
import {type ReadRule, readRule} from '#shared/domain/media/auto-tags.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** The rules of tags, ready to be compared with titles. */
export async function readTagRules({autoTags}: Pick<WorkerDeps, 'autoTags'>): Promise<ReadRule[]> {
	return mapInTurns(await autoTags.list(), readRule);
}
