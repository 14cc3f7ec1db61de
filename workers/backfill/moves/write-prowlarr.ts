import {promiseJob} from '#shared/coordination/outbox.ts';
import {type ImportCandidate, isSame} from '#shared/domain/indexers/foreign-indexer.ts';
import type {MoveNote, MoveSource} from '#shared/domain/moves/move.ts';
import {checkConnection} from '#shared/jobs/connections.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import {readIndexers} from '../../integrations/prowlarr/read-prowlarr-database.ts';
import {toCandidates} from '../../library/indexer-candidates.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {createKeeper} from './keep-records.ts';
import type {PlannedRow} from './plan-titles.ts';
import {settingsFor} from './read-carried.ts';
import {freeName, lowerNames} from './write-records.ts';

export type ProwlarrDeps = Pick<
	WorkerDeps,
	'definitionCatalogue' | 'indexers' | 'jobs' | 'moves' | 'now' | 'outbox' | 'prefix' | 'producer' | 'proxies'
>;

interface Prowlarr {
	database: ArrDatabase;
	source: Pick<MoveSource, 'url'>;
	/** Its API key, if it was given; else that of its configuration counts. */
	apiKey: string | null;
	signal: AbortSignal;
}

/** Its indexers by the same rules as when they are imported by themselves. */
async function candidatesOf({database, source, apiKey, signal}: Prowlarr, deps: ProwlarrDeps): Promise<ImportCandidate[]> {
	const {indexers} = await readIndexers(database, {url: source.url, apiKey});
	return toCandidates(indexers, 'prowlarr', deps, signal);
}

export async function planProwlarr(prowlarr: Prowlarr, deps: ProwlarrDeps): Promise<PlannedRow[]> {
	return (await candidatesOf(prowlarr, deps)).map(candidate => ({
		sourceId: candidate.id,
		title: candidate.name,
		notes: notesOf(candidate),
	}));
}

function notesOf({outcome, way, needs, notes}: ImportCandidate): MoveNote[] {
	const said: MoveNote[] = notes.map(detail => ({code: outcome === 'cannot' ? 'kind_unsupported' : 'noted', detail}));
	if (outcome === 'exists') {
		return [...said, {code: 'already_here', detail: 'There is an indexer that asks the same.'}];
	}
	if (outcome === 'needsYou') {
		const labels = needs.map(({label}) => label).join(', ');
		return [...said, {code: 'secret_masked', detail: `It needs ${labels}, which is not told: add it by “Import indexers”.`}];
	}
	return way === 'through' ? [...said, {code: 'noted', detail: 'It is asked through Prowlarr, which has to go on running.'}] : said;
}

export async function writeProwlarr(prowlarr: Prowlarr & {moveId: string; index: number}, deps: ProwlarrDeps): Promise<void> {
	const {indexers, now} = deps;
	const keeper = await createKeeper({moveId: prowlarr.moveId, source: prowlarr.index, kind: 'indexer'}, deps.moves);
	for (const {id, name, outcome, settings} of await candidatesOf(prowlarr, deps)) {
		// A killed run may have made it without noting it.
		const isMade = outcome === 'exists' && keeper.trace(id)?.made === true;
		if (settings === null || !(outcome === 'comes' || isMade)) {
			continue;
		}
		await keeper.keep(id, {
			find: async () => (isMade ? ((await indexers.list()).find(each => isSame(each, settings))?.id ?? null) : null),
			async add() {
				const all = lowerNames(await indexers.list());
				const added = await indexers.add({...settingsFor(settings, indexerFamily), name: freeName(name, 'radarr', all)}, now());
				const isDue = added.enabled && indexerFamily.isTestedWhenSaved(added);
				await (isDue ? promiseJob(checkConnection, {family: 'indexer', recordId: added.id}, deps) : null);
				return added.id;
			},
		});
	}
}

/** Radarr and Sonarr ask each indexer of Prowlarr by its number: `/5/api`. Null for other addresses. */
export const prowlarrNumber = (name: string, apiPath: string | null | undefined): string | null =>
	/ \(Prowlarr\)$/.test(name) ? (/^\/(\d+)\/api$/.exec(apiPath ?? '')?.[1] ?? null) : null;
