import {createHash} from 'node:crypto';
import type {RouteDeps} from '#api/services.ts';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {type IndexerAction, indexerActions, type LoggedEvent} from '#shared/store/providers/indexer-activity.ts';
import {hostOf} from '../config.ts';
import {shownInPages} from '../config-tables.ts';
import {type AppCall, type IndexerRoute, indexerRoute, shown} from '../faces.ts';
import {commonRoutes} from '../installation.ts';
import {pageIn, pageOfAll, presentPage} from '../pages.ts';
import {healthOf, plainTagRoutes, statusOf} from '../records.ts';
import {createRecordTags} from '../tables.ts';
import {notFound} from '../wire.ts';
import {downloadRoutes} from './download.ts';
import {indexerRoutes, profile} from './indexers.ts';
import type {Links} from './links.ts';
import {notificationRoutes} from './notifications.ts';
import {searchRoutes} from './search.ts';
import {type ShownIndexer, shownIndexers} from './shown-indexers.ts';
import {torznabRoutes} from './torznab.ts';

/** Everything that programs made for Prowlarr can ask. */
export function createIndexerRoutes(deps: RouteDeps, links: Links): IndexerRoute[] {
	const startedAt = deps.now();
	return [
		indexerRoute('GET system/status', async ({base}) => shown(statusOf('indexers', {base, startedAt, name: undefined}))),
		indexerRoute('GET health', async call => shown(await healthOf(call, deps))),
		...plainTagRoutes(deps),
		...indexerRoutes(deps),
		...searchRoutes(deps, links),
		...torznabRoutes(deps, links),
		...downloadRoutes(deps, links),
		...historyRoutes(deps),
		// Our indexers are used here, so there is no program that they would be handed to.
		indexerRoute('GET applications', async () => shown([])),
		indexerRoute('GET appprofile', async () => shown([profile])),
		indexerRoute('GET appprofile/:n', async ({number}) => (number() === profile.id ? shown(profile) : missing())),
		...notificationRoutes(deps),
		...commonRoutes(deps),
		indexerRoute('GET downloadclient', async () => shown(await clients(deps))),
		indexerRoute('GET indexerproxy', async () => shown([])),
		indexerRoute('GET appprofile/schema', async () => shown({...profile, id: 0, name: ''})),
		// What is changed on the page only, and what a command would do, happens by itself here.
		...['command', 'applications/schema', 'downloadclient/schema', 'indexerproxy/schema', 'localization/options'].map(path =>
			indexerRoute(`GET ${path}`, async () => shown([])),
		),
		indexerRoute('GET config/ui', async () => shown({id: 1, ...shownInPages})),
		indexerRoute('GET config/development', async () => shown({id: 1, consoleLogLevel: '', logSql: false, logIndexerResponse: false})),
		indexerRoute('GET config/downloadclient', async () => shown({id: 1})),
		indexerRoute('GET config/host', async ({base}) => shown(hostOf('indexers', base))),
		indexerRoute('GET tag/detail', async () => shown(await tagDetails(deps))),
	];
}

/** Tags with the indexers that have them. */
async function tagDetails(deps: RouteDeps): Promise<object[]> {
	const [all, tags, labels] = await Promise.all([shownIndexers(deps), createRecordTags(deps), deps.tags.list()]);
	return labels
		.toSorted((a, b) => a.number - b.number)
		.map(({label, number}) => ({
			...{id: number, label, notificationIds: [], applicationIds: [], indexerProxyIds: []},
			indexerIds: all.filter(({record}) => tags.numbersOf(record.tags).includes(number)).map(each => each.number),
		}));
}

function missing(): never {
	throw notFound();
}

const eventTypes: Readonly<Record<IndexerAction, {word: string; number: number}>> = {
	grab: {word: 'releaseGrabbed', number: 1},
	query: {word: 'indexerQuery', number: 2},
	rss: {word: 'indexerRss', number: 3},
	login: {word: 'indexerAuth', number: 4},
};

/** Events of one indexer that are looked through for a page of all. */
const eventsOfIndexer = 1000;

function historyRoutes(deps: RouteDeps): IndexerRoute[] {
	const {indexerActivity, now} = deps;

	const actionIn = ({query}: AppCall): IndexerAction | undefined => {
		const given = query.text('eventType')?.toLowerCase();
		return indexerActions.find(action => eventTypes[action].word.toLowerCase() === given || String(eventTypes[action].number) === given);
	};

	async function eventsOf(some: readonly ShownIndexer[], call: AppCall): Promise<object[]> {
		const action = actionIn(call);
		const pages = await Promise.all(
			some.map(async ({record, number}) => {
				const {events} = await indexerActivity.page({indexerId: record.id, action, page: 1, limit: eventsOfIndexer}, now());
				return events.map(event => ({event, number}));
			}),
		);
		return pages
			.flat()
			.sort((a, b) => Number(b.event.at) - Number(a.event.at))
			.map(({event, number}) => presentEvent(event, number));
	}

	return [
		indexerRoute('GET history', async call => {
			const page = pageIn(call.query, 'date');
			const wanted = new Set(call.query.numbers('indexerIds'));
			const some = (await shownIndexers(deps)).filter(({number}) => wanted.size === 0 || wanted.has(number));
			const events = await eventsOf(some, call);
			return shown(presentPage(page, events.length, pageOfAll(page, events)));
		}),
		indexerRoute('GET history/since', async call => {
			const since = Number(call.query.date('date') ?? 0);
			const events = (await eventsOf(await shownIndexers(deps), call)) as {date: Date}[];
			return shown(events.filter(({date}) => Number(date) >= since));
		}),
		indexerRoute('GET history/indexer', async call => {
			const some = (await shownIndexers(deps)).filter(({number}) => number === call.query.number('indexerId'));
			return shown((await eventsOf(some, call)).slice(0, call.query.number('limit') ?? eventsOfIndexer));
		}),
	];
}

/** Single events have no numbers with us, so each gets one that follows from its id. */
const numberOf = (id: string) => (createHash('sha256').update(id).digest().readUInt32BE(0) % (2 ** 31 - 2)) + 1;

function presentEvent({id, at, action, subject, error, answerMs}: LoggedEvent, number: number): object {
	return {
		id: numberOf(id),
		indexerId: number,
		date: at,
		successful: error === null,
		eventType: eventTypes[action].word,
		data: {
			...(action === 'grab' ? {grabTitle: subject ?? ''} : {query: subject ?? '', queryType: 'search'}),
			source: 'Kinoteka',
			...(answerMs !== null && {elapsedTime: String(Math.round(answerMs))}),
		},
	};
}

/** Their settings are no matter of programs that look after indexers. */
async function clients({downloadClients, numbers}: RouteDeps): Promise<object[]> {
	const records = (await downloadClients.list()).filter(({kind}) => kind !== 'builtin');
	const own = await numbers.of(
		'downloadClient',
		records.map(({id}) => id),
	);
	return records.map(record => presentClient(record, own.get(record.id) ?? 0));
}

function presentClient({name, kind, enabled, priority, protocol}: DownloadClientRecord & {protocol?: string}, id: number): object {
	const implementation = kind.replace(/^./, letter => letter.toUpperCase());
	return {
		...{
			id,
			name,
			enable: enabled,
			priority,
			protocol: protocol ?? 'torrent',
			categories: [],
			supportsCategories: true,
			fields: [],
			tags: [],
		},
		...{implementation, implementationName: implementation, configContract: `${implementation}Settings`},
		infoLink: 'https://wiki.servarr.com/prowlarr/supported',
	};
}
