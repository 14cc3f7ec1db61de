import type {RouteDeps} from '#api/services.ts';
import {type Indexer, type IndexerSettings, isInUse} from '#shared/domain/indexers/indexer-record.ts';
import {Conflict, Invalid} from '#shared/errors.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import type {Entered} from '#shared/providers/provider-family.ts';
import {maskedSecret} from '#shared/secrets.ts';
import {type AppCall, accepted, type IndexerRoute, indexerRoute, removed} from '../faces.ts';
import {addable, isAddable} from '../indexer-fields.ts';
import {hidden} from '../indexer-records.ts';
import {createValueReader, type FieldRow, fieldsWith, row, usualValues, type Values, valuesIn} from '../provider-fields.ts';
import {createRecordTags} from '../tables.ts';
import {FaceFailure, flagIn, integerIn, integersIn, listIn, textIn, wordIn, wrong} from '../wire.ts';
import {findShown, type ShownIndexer} from './shown-indexers.ts';

const limits: readonly FieldRow[] = [
	row('baseSettings.queryLimit', 'number', {advanced: true}),
	row('baseSettings.grabLimit', 'number', {advanced: true}),
	row('baseSettings.limitsUnit', 'select', {value: 0, advanced: true, choices: ['Day', 'Hour']}),
];
const forTorrents: readonly FieldRow[] = [
	row('torrentBaseSettings.appMinimumSeeders', 'number', {advanced: true}),
	row('torrentBaseSettings.seedRatio', 'number', {isFloat: true}),
	row('torrentBaseSettings.seedTime', 'number', {advanced: true}),
	row('torrentBaseSettings.packSeedTime', 'number', {advanced: true}),
	row('torrentBaseSettings.preferMagnetUrl', 'checkbox', {value: false, advanced: true}),
];
const ofFeed: readonly FieldRow[] = [
	row('apiPath', 'textbox', {value: '/api', advanced: true}),
	row('apiKey', 'textbox', {privacy: 'apiKey'}),
	row('additionalParameters', 'textbox', {advanced: true}),
	row('vipExpiration', 'textbox'),
];

/** Those of an indexer that is entered by hand; one by definition has only what every site has. */
function rowsOf(kind: Indexer['kind'], protocol: 'usenet' | 'torrent'): readonly FieldRow[] {
	return [row('baseUrl', 'textbox'), ...(isAddable(kind) ? ofFeed : []), ...limits, ...(protocol === 'torrent' ? forTorrents : [])];
}

const valuesOf = (record: Indexer): Values => ({
	baseUrl: record.url,
	...hidden(record),
	vipExpiration: record.vipExpiration,
	'baseSettings.queryLimit': record.queryLimit,
	'baseSettings.grabLimit': record.grabLimit,
	'baseSettings.limitsUnit': record.limitUnit === 'hour' ? 1 : 0,
	'torrentBaseSettings.appMinimumSeeders': record.minimumSeeders,
	'torrentBaseSettings.seedRatio': record.seedRatio,
	'torrentBaseSettings.seedTime': record.seedTimeMinutes,
	'torrentBaseSettings.packSeedTime': record.seasonPackSeedTimeMinutes,
	'torrentBaseSettings.preferMagnetUrl': false,
});

export const fieldsOf = (record: Indexer, protocol: 'usenet' | 'torrent') => fieldsWith(rowsOf(record.kind, protocol), valuesOf(record));

/** What a program may add: an indexer by its address and key. */
export const newFieldsOf = (kind: keyof typeof addable) => {
	const rows = rowsOf(kind, addable[kind].protocol);
	return fieldsWith(rows, usualValues(rows));
};

type Settings = Entered<IndexerSettings>;

function read(values: Values, kind: Indexer['kind'], protocol: 'usenet' | 'torrent'): Partial<Settings> {
	const reader = createValueReader(values);
	const settings: Partial<Settings> = {
		url: reader.text('baseUrl') ?? '',
		...(isAddable(kind) && {
			apiPath: reader.text('apiPath') ?? '',
			apiKey: reader.text('apiKey') || null,
			additionalParameters: reader.text('additionalParameters') || null,
			vipExpiration: reader.text('vipExpiration') || null,
		}),
		queryLimit: reader.number('baseSettings.queryLimit'),
		grabLimit: reader.number('baseSettings.grabLimit'),
		limitUnit: reader.number('baseSettings.limitsUnit') === 1 ? 'hour' : 'day',
		...(protocol === 'torrent' && {
			minimumSeeders: reader.number('torrentBaseSettings.appMinimumSeeders'),
			seedRatio: reader.number('torrentBaseSettings.seedRatio'),
			seedTimeMinutes: reader.number('torrentBaseSettings.seedTime'),
			seasonPackSeedTimeMinutes: reader.number('torrentBaseSettings.packSeedTime'),
		}),
	};
	reader.end();
	return settings;
}

const names = {
	...{name: 'Name', url: 'BaseUrl', apiPath: 'ApiPath', apiKey: 'ApiKey', additionalParameters: 'AdditionalParameters', tags: 'Tags'},
	...{priority: 'Priority', queryLimit: 'QueryLimit', grabLimit: 'GrabLimit', vipExpiration: 'VipExpiration', seedRatio: 'SeedRatio'},
};

function asFault(error: unknown): never {
	throw error instanceof Conflict && error.code === 'already_exists' ? wrong('Name', 'Should be unique') : error;
}

/** Throws 400 in the words of these programs if the indexer does not answer as it should. */
async function test(settings: object, call: AppCall): Promise<void> {
	await call.ask('POST /api/indexers/test', {body: settings, names}).catch((error: unknown) => {
		throw error instanceof Invalid && error.faults.length === 0
			? wrong(error.code === 'authentication_failed' ? 'ApiKey' : '', error.message)
			: error;
	});
}

const isForced = ({query}: AppCall) => query.flag('forceSave') === true;

async function readNew({body}: AppCall, deps: RouteDeps): Promise<Settings> {
	const implementation = (textIn(body, 'implementation') ?? '').toLowerCase();
	const kind = (['newznab', 'torznab'] as const).find(each => each === implementation);
	if (!kind) {
		throw wrong('Implementation', 'Only Newznab and Torznab can be added here. Others are added on the page of Kinoteka.', implementation);
	}
	const {protocol} = addable[kind];
	const rows = rowsOf(kind, protocol);
	const values = {...usualValues(rows), ...valuesIn(rows, body)};
	const tags = await createRecordTags(deps);
	return {
		...indexerFamily.defaults,
		...read(values, kind, protocol),
		kind,
		name: (textIn(body, 'name') ?? '').trim(),
		enabled: flagIn(body, 'enable') ?? false,
		priority: integerIn(body, 'priority') ?? indexerFamily.defaults.priority,
		tags: tags.change([], integersIn(body, 'tags')),
	} as Settings; // the defaults and these are all of them
}

/** What differs from what was shown. */
async function readChange({record, protocol}: ShownIndexer, body: unknown, deps: RouteDeps): Promise<Partial<Settings>> {
	const {kind} = record;
	const shownBefore = valuesOf(record);
	const values = {...shownBefore, ...valuesIn(rowsOf(kind, protocol), body)};
	const [before, now] = [read(shownBefore, kind, protocol), read(values, kind, protocol)];
	const ofFields = Object.entries(now).filter(([name, value]) => value !== before[name as keyof Settings]);
	const tags = await createRecordTags(deps);
	const [enable, name] = [flagIn(body, 'enable'), textIn(body, 'name')?.trim()];
	const priority = integerIn(body, 'priority');
	const labels = tags.change(record.tags, integersIn(body, 'tags'));
	return {
		...(listIn(body, 'fields') !== undefined && Object.fromEntries(ofFields)),
		...(name !== undefined && name !== record.name && {name}),
		...(priority !== undefined && priority !== record.priority && {priority}),
		...(labels.join() !== record.tags.join() && {tags: labels}),
		// One without any use is off there, so to switch it on gives it all of them.
		...(enable !== undefined &&
			enable !== isInUse(record) &&
			(enable && record.enabled ? {rss: true, automatic: true, interactive: true} : {enabled: enable})),
	};
}

const wholeOf = (record: Indexer, change: Partial<Settings>) => {
	const {id, apiKey} = record;
	const settings = Object.keys(indexerFamily.fields).map(name => [name, record[name as keyof Indexer]]);
	return {...Object.fromEntries(settings), ...hidden(record), apiKey: apiKey === null ? null : maskedSecret, ...change, id};
};

async function change(before: ShownIndexer, body: unknown, call: AppCall, deps: RouteDeps): Promise<void> {
	const {record} = before;
	const wanted = await readChange(before, body, deps);
	const isOther = Object.keys(wanted).some(name => ['url', 'apiPath', 'apiKey', 'additionalParameters'].includes(name));
	await (isOther && record.enabled && !isForced(call) ? test(wholeOf(record, wanted), call) : null);
	if (Object.keys(wanted).length > 0) {
		await call.ask('PUT /api/indexers/:id', {params: {id: record.id}, body: wanted, names}).catch(asFault);
	}
}

/** Indexers of one program alone are that program's. */
async function remove({record}: ShownIndexer, call: AppCall): Promise<void> {
	if ((record.scope ?? null) !== null) {
		throw new FaceFailure(400, `${record.name} was added by a program for movies or series. Remove it there.`);
	}
	await call.ask('DELETE /api/indexers/:id', {params: {id: record.id}});
}

type Show = (number: number) => Promise<{id: number}>;

/** Adds, changes and removes indexers; `show` presents the one with a number. */
export function indexerWrites(show: Show, deps: RouteDeps): IndexerRoute[] {
	const numbersIn = ({body}: AppCall) => integersIn(body, 'ids') ?? [];
	return [
		indexerRoute('POST indexer', async call => {
			const settings = await readNew(call, deps);
			await (settings.enabled && !isForced(call) ? test(settings, call) : null);
			const {id} = (await call.ask('POST /api/indexers', {body: settings, names}).catch(asFault)) as {id: string};
			const body = await show((await deps.numbers.of('indexer', [id])).get(id) ?? 0);
			return {status: 201, body, headers: {Location: `${call.base}/api/v1/indexer/${body.id}`}};
		}),
		indexerRoute('POST indexer/test', async call => {
			const number = integerIn(call.body, 'id') ?? 0;
			const before = number > 0 ? await findShown(number, deps) : null;
			await test(before ? wholeOf(before.record, await readChange(before, call.body, deps)) : await readNew(call, deps), call);
			return removed;
		}),
		...['PUT indexer', 'PUT indexer/:n'].map(line =>
			indexerRoute(line, async call => {
				const number = line.endsWith(':n') ? call.number() : (integerIn(call.body, 'id') ?? 0);
				await change(await findShown(number, deps), call.body, call, deps);
				return accepted(await show(number));
			}),
		),
		indexerRoute('PUT indexer/bulk', async call => {
			const how = wordIn(call.body, 'applyTags', ['add', 'remove', 'replace']) ?? 'add';
			const sent = integersIn(call.body, 'tags');
			const tags = await createRecordTags(deps);
			const rows = [];
			for (const number of numbersIn(call)) {
				const before = await findShown(number, deps);
				const own = tags.numbersOf(before.record.tags);
				const wanted = {add: [...own, ...(sent ?? [])], remove: own.filter(tag => !sent?.includes(tag)), replace: sent ?? []}[how];
				const {enable, priority} = {enable: flagIn(call.body, 'enable'), priority: integerIn(call.body, 'priority')};
				await change(before, {enable, priority, ...(sent && {tags: wanted})}, call, deps);
				rows.push(await show(number));
			}
			return accepted(rows);
		}),
		indexerRoute('DELETE indexer/bulk', async call => {
			for (const number of numbersIn(call)) {
				await remove(await findShown(number, deps), call);
			}
			return removed;
		}),
		indexerRoute('DELETE indexer/:n', async call => {
			await remove(await findShown(call.number(), deps), call);
			return removed;
		}),
	];
}
