import type {Indexer} from '#shared/domain/indexers/indexer-record.ts';
import {Conflict} from '#shared/errors.ts';
import type {TaskBody, TaskRun} from '../executions/run-execution.ts';
import {hasSecrets} from '../integrations/indexers/definition/open-site.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Used = 'definitionSource' | 'indexers' | 'now' | 'packagedDefinitions' | 'updateDefinitionPackage' | 'usedDefinitions';
type Deps = Pick<WorkerDeps, Used>;

/**
 * Takes a newer package of definitions. The file that each indexer uses is kept before, and looked at again afterwards.
 * One that was killed begins again: nothing counts before all of it is stored.
 */
export const updateDefinitions: TaskBody<Used> = async ({signal, note}, deps) => {
	const all = await deps.indexers.list();
	await deps.usedDefinitions.removeOrphans(all.map(({id}) => id));
	const mine = all.filter(({kind}) => kind === 'definition');
	const review = async () => {
		for (const indexer of mine) {
			signal.throwIfAborted();
			await deps.definitionSource.text(indexer.definition ?? '', {id: indexer.id, hasSecrets: hasSecrets(indexer)});
		}
	};
	try {
		const updated = await deps.updateDefinitionPackage(signal, review);
		if (updated?.isNew) {
			note({...untitled, action: 'add', status: 'completed', message: `${updated.usable} of ${updated.total} definitions can be used.`});
		}
		return {itemsProcessed: updated?.total ?? 0, itemsAffected: updated?.isNew ? updated.usable : 0};
	} finally {
		await review();
		for (const indexer of mine) {
			await moveToReplacement(indexer, note, deps);
		}
	}
};

const untitled = {mediaId: null, mediaTitle: null};

/** An indexer whose definition has another name now goes on with that one and its settings. */
async function moveToReplacement(indexer: Indexer, note: TaskRun['note'], deps: Deps): Promise<void> {
	const key = indexer.definition ?? '';
	const used = await deps.usedDefinitions.find(indexer.id);
	const isThere = (await deps.packagedDefinitions.find(key)) !== null;
	const next = isThere ? null : await deps.packagedDefinitions.findReplacing(key);
	if (!next || used?.key !== key || used.hash !== next.hash) {
		return;
	}
	try {
		await deps.indexers.change(indexer, {definition: next.key}, deps.now());
	} catch (error) {
		if (error instanceof Conflict) {
			return; // somebody changed it just now; the next run looks again
		}
		throw error;
	}
	await deps.usedDefinitions.set({indexerId: indexer.id, key: next.key, replaced: {key, at: deps.now()}});
	note({
		...untitled,
		action: 'update',
		status: 'completed',
		message: `${indexer.name} uses the definition ${next.key}, which replaces ${key}.`,
	});
}
