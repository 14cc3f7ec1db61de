import {isDeepStrictEqual} from 'node:util';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {type ImportCandidate, isSame} from '#shared/domain/indexers/foreign-indexer.ts';
import type {FoundRecord, MoveKind, MoveNote, MoveSource} from '#shared/domain/moves/move.ts';
import {applicationColumns, proxyColumns, readApplication, readProxy} from '#shared/domain/moves/source-proxies.ts';
import {textOf} from '#shared/domain/moves/source-titles.ts';
import type {ProxySettings} from '#shared/domain/network/proxy-record.ts';
import {checkConnection} from '#shared/jobs/connections.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import {proxyFamily} from '#shared/providers/proxies.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import {readIndexers} from '../../integrations/prowlarr/read-prowlarr-database.ts';
import {toCandidates} from '../../library/indexer-candidates.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {createKeeper} from './keep-records.ts';
import type {PlannedRow} from './plan-titles.ts';
import {checked, sayMasked, settingsFor} from './read-carried.ts';
import {freeName, lowerNames, numbered} from './write-records.ts';

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
	const coming = (await proxiesOf(database)).flatMap(({wanted}) => wanted?.settings.proxyTags ?? []);
	return toCandidates(indexers, 'prowlarr', deps, signal, coming);
}

async function proxiesOf(database: ArrDatabase): Promise<FoundRecord<{settings: Partial<ProxySettings>}>[]> {
	const labels = new Map(
		(await database.list('Tags', ['Id', 'Label'], 2000)).map(({Id, Label}) => [Number(Id), (textOf(Label) ?? '').slice(0, 50)]),
	);
	const rows = await database.list('IndexerProxies', proxyColumns, 200);
	return rows.map(row => checked(sayMasked(readProxy(row, labels), row), proxyFamily));
}

export async function planProwlarr(prowlarr: Prowlarr, deps: ProwlarrDeps): Promise<[MoveKind, readonly PlannedRow[]][]> {
	const candidates = await candidatesOf(prowlarr, deps);
	const applications = await prowlarr.database.list('Applications', applicationColumns, 200);
	return [
		['proxy', await proxiesOf(prowlarr.database)],
		['indexer', candidates.map(candidate => ({sourceId: candidate.id, title: candidate.name, notes: notesOf(candidate)}))],
		['other', applications.flatMap(row => readApplication(row) ?? [])],
	];
}

/** What indexers are reached by is there before them. */
async function writeProxies(database: ArrDatabase, of: {moveId: string; source: number}, {moves, now, proxies}: ProwlarrDeps) {
	const keeper = await createKeeper({...of, kind: 'proxy'}, moves);
	for (const {sourceId, wanted} of await proxiesOf(database)) {
		if (wanted === null) {
			continue;
		}
		const all = await proxies.list();
		const settings = settingsFor(wanted.settings, proxyFamily);
		const tags = settings.proxyTags.toSorted();
		const same = all.find(each => each.url === settings.url && isDeepStrictEqual(each.proxyTags.toSorted(), tags));
		await keeper.keep(sourceId, {
			find: () => same?.id ?? null,
			add: async () => (await proxies.add({...settings, name: freeName(settings.name, 'radarr', lowerNames(all))}, now())).id,
		});
	}
}

function notesOf({outcome, needs, notes}: ImportCandidate): MoveNote[] {
	const said: MoveNote[] = notes.map(detail => ({code: outcome === 'cannot' ? 'kind_unsupported' : 'noted', detail}));
	if (outcome === 'exists') {
		return [...said, {code: 'already_here', detail: 'There is an indexer that asks the same.'}];
	}
	if (outcome === 'needsYou') {
		const labels = needs.map(({label}) => label).join(', ');
		return [...said, {code: 'secret_masked', detail: `It needs ${labels}, which is not told: add it by “Import indexers”.`}];
	}
	return said;
}

export async function writeProwlarr(prowlarr: Prowlarr & {moveId: string; index: number}, deps: ProwlarrDeps): Promise<void> {
	const {indexers, now} = deps;
	await writeProxies(prowlarr.database, {moveId: prowlarr.moveId, source: prowlarr.index}, deps);
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
				const given = {...settingsFor(settings, indexerFamily), name: freeName(name, 'radarr', all), ...numbered(id)};
				const added = await indexers.add(given, now());
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
