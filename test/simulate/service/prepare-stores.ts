import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import type {NewIndexer} from '#shared/store/providers/provider-stores.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import type {SitePlan} from '../sites/site-plans.ts';
import {simulatedTasks} from './planner.ts';

/** The planner asks which tasks are on: what the simulation leaves out is off. */
export async function switchOff({tasks, now}: WorkerDeps): Promise<void> {
	await tasks.ensure(now());
	for (const {id} of await tasks.list()) {
		if (!(simulatedTasks as readonly TaskId[]).includes(id)) {
			await tasks.setEnabled(id, false, now());
		}
	}
}

export async function addIndexers({indexers, now}: WorkerDeps, plans: readonly SitePlan[]): Promise<void> {
	for (const {name, limit, unit} of plans) {
		const row: NewIndexer = {
			...{name, kind: 'newznab', url: 'https://indexer.example', apiPath: '/api', apiKey: null, categories: [2000, 5000]},
			...{enabled: true, priority: 25, minimumSeeders: null, seedRatio: null, seedTimeMinutes: null, requiredFlags: []},
			...{rss: true, automatic: true, interactive: true, seasonPackSeedTimeMinutes: null, additionalParameters: null, vipExpiration: null},
			...{queryLimit: limit, grabLimit: null, limitUnit: unit, timeoutSeconds: 20, minimumIntervalSeconds: 0},
			...{downloadClientId: null, captcha: false, tags: [], scope: null, proxyTags: [], definition: null, settings: {}},
		};
		await indexers.add(row, now());
	}
}
