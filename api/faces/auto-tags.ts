import {isDeepStrictEqual} from 'node:util';
import type {RouteDeps} from '#api/services.ts';
import type {AutoTagCondition, AutoTagRange} from '#shared/domain/media/auto-tags.ts';
import {seriesTypes} from '#shared/domain/media/series.ts';
import {type AutoTagContext, readAutoTag, statusNumbers} from '#shared/domain/moves/source-auto-tags.ts';
import {isFor} from '#shared/domain/scope.ts';
import {Conflict} from '#shared/errors.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {KeptValues} from '#shared/store/system/kept-values.ts';
import type {StoredAutoTag} from '#shared/store/titles/auto-tags.ts';
import {faceLanguage, programOf} from './codes.ts';
import {accepted, type FaceCall, type FaceReply, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {refuseShared} from './providers.ts';
import {createRecordTags, readTables, type Tables} from './tables.ts';
import {FaceFailure, field, flagIn, integerIn, integersIn, listIn, notFound, textIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** Of a rule for movies and series alike. */
const readOnly = 'This rule is for movies and series. Change it on the page of Kinoteka.';
const ours = '/api/auto-tags';
const names = {name: 'Name', tags: 'Tags', conditions: 'Specifications'};

/** Rules that give tags. What a program adds is for its titles only, and it changes and removes no others. */
export function autoTagRoutes(deps: RouteDeps): FaceRoute[] {
	const find = async (call: FaceCall, number: number) => (await known(call, deps)).find(each => each.shown.id === number) ?? missing();
	async function change(call: FaceCall, number: number): Promise<FaceReply> {
		const before = await find(call, number);
		const {record} = before;
		const {rule, kept} = await read(call, before, deps);
		const differing = Object.entries(rule).filter(([name, value]) => !isDeepStrictEqual(value, record[name as keyof typeof rule]));
		const isOther = differing.length > 0 || !isDeepStrictEqual(kept, before.kept);
		if (isOther && !isDeepStrictEqual(plain(call.body), plain(before.shown))) {
			if ((record.scope ?? null) === null) {
				throw new FaceFailure(403, readOnly);
			}
			deps.kept.check('autoTag', kept);
			const params = {id: record.id};
			await (differing.length > 0
				? call.ask(`PUT ${ours}/:id`, {params, body: Object.fromEntries(differing), names}).catch(asFault)
				: null);
			await deps.kept.set('autoTag', call.face, {id: record.id, values: kept});
		}
		return accepted((await find(call, number)).shown);
	}
	return [
		faceRoute('GET autotagging', both, async call => shown((await known(call, deps)).map(each => each.shown))),
		faceRoute('GET autotagging/schema', both, async ({face}) => shown(schemaOf(face))),
		faceRoute('GET autotagging/:n', both, async call => shown((await find(call, call.number())).shown)),
		faceRoute('POST autotagging', both, async call => {
			const {rule, kept} = await read(call, null, deps);
			deps.kept.check('autoTag', kept);
			const {id} = (await call.ask(`POST ${ours}`, {body: {...rule, scope: call.face}, names}).catch(asFault)) as {id: string};
			await deps.kept.set('autoTag', call.face, {id, values: kept});
			const body = (await known(call, deps)).find(({record}) => record.id === id)?.shown ?? missing();
			return {status: 201, body, headers: {Location: `${call.base}/api/v3/autotagging/${body.id}`}};
		}),
		faceRoute('PUT autotagging', both, call => change(call, integerIn(call.body, 'id') ?? 0)),
		faceRoute('PUT autotagging/:n', both, call => change(call, call.number())),
		faceRoute('DELETE autotagging/:n', both, async call => {
			const {record} = await find(call, call.number());
			await refuseShared((record.scope ?? null) === null, record.name);
			await call.ask(`DELETE ${ours}/:id`, {params: {id: record.id}});
			return removed;
		}),
	];
}

function missing(): never {
	throw notFound();
}

function asFault(error: unknown): never {
	throw error instanceof Conflict && error.code === 'already_exists' ? wrong('Name', 'Should be unique') : error;
}

/** What of a rule is compared: labels and the like are only shown. */
const plain = (body: unknown) => ({
	name: field(body, 'name'),
	tags: field(body, 'tags'),
	removeTagsAutomatically: field(body, 'removeTagsAutomatically'),
	specifications: field(body, 'specifications'),
});

interface Shown {
	id: number;
	[name: string]: unknown;
}

interface Known {
	record: StoredAutoTag;
	kept: KeptValues;
	shown: Shown;
}

async function known(call: FaceCall, deps: RouteDeps): Promise<Known[]> {
	const {autoTags, numbers, kept} = deps;
	const {face} = call;
	const rules = (await autoTags.list()).filter(rule => isFor(rule, face));
	const ids = rules.map(({id}) => id);
	const [own, stored, tables, tags] = await Promise.all([
		numbers.of('autoTag', ids),
		kept.of('autoTag', face, ids),
		readTables(call, deps),
		createRecordTags(deps),
	]);
	const context = contextOf(face, tables);
	return rules
		.map(record => {
			const sent = stored.get(record.id) ?? {};
			const specifications = (sent['specifications'] as readonly Specification[] | undefined) ?? [];
			// As they were sent, as long as they mean what is stored.
			const isSame = isDeepStrictEqual(conditionsOf(specifications, context), record.conditions.map(bare));
			const shownRule = {
				id: own.get(record.id) ?? 0,
				name: record.name,
				removeTagsAutomatically: sent['removeTagsAutomatically'] !== false,
				tags: tags.numbersOf(record.tags),
				specifications: isSame
					? specifications.map((each, index) => presentSpecification(each, index))
					: record.conditions.flatMap((condition, index) => presentCondition(condition, {face, tables, index}) ?? []),
			};
			return {record, kept: sent, shown: shownRule};
		})
		.sort((a, b) => a.shown.id - b.shown.id);
}

const bare = ({kind, value, negate, required}: AutoTagCondition) => ({kind, value, negate, required});

/** A condition as these programs send it. */
interface Specification {
	name: string;
	implementation: string;
	negate: boolean;
	required: boolean;
	values: Readonly<Record<string, unknown>>;
}

const contextOf = (face: Face, tables: Tables): AutoTagContext => ({
	program: programOf(face),
	profileOf: number => tables.profileId(number),
	labelOf: number => tables.labelOf(number),
	folderOf: path => path.replace(/(?<=.)\/+$/, '') || null,
});

/** Null if one of them is not known here. */
function conditionsOf(specifications: readonly Specification[], context: AutoTagContext): AutoTagCondition[] | null {
	const rows = specifications.map(({implementation: type, negate, required, values}) => ({type, body: {...values, negate, required}}));
	return readAutoTag({Id: 0, Name: 'rule', Specifications: JSON.stringify(rows), Tags: '[]'}, context).wanted?.conditions ?? null;
}

/** Conditions of one rule, as the programs have far fewer. */
const mostConditions = 100;

function specificationsIn(body: unknown, face: Face): Specification[] | undefined {
	const sent = listIn(body, 'specifications');
	if (sent && sent.length > mostConditions) {
		throw wrong('Specifications', `There may be ${mostConditions} conditions at most.`);
	}
	return sent?.map((each: unknown) => {
		const given = textIn(each, 'implementation') ?? '';
		const implementation = implementationsOf(face).find(name => name.toLowerCase() === given.toLowerCase());
		if (implementation === undefined) {
			throw wrong('Specifications', `'Implementation' must be one of ${implementationsOf(face).join(', ')}.`, given);
		}
		const fields = field(each, 'fields');
		const valueOfField = (name: string) =>
			Array.isArray(fields)
				? field(
						fields.find(row => String(field(row, 'name')).toLowerCase() === name),
						'value',
					)
				: field(fields, name);
		return {
			name: textIn(each, 'name') ?? '',
			implementation,
			negate: flagIn(each, 'negate') ?? false,
			required: flagIn(each, 'required') ?? false,
			values: Object.fromEntries(fieldNames(implementation).map(name => [name, valueOfField(name) ?? null])),
		};
	});
}

async function read(call: FaceCall, before: Known | null, deps: RouteDeps) {
	const {body, face} = call;
	const name = (textIn(body, 'name') ?? before?.record.name ?? '').trim();
	if (name === '') {
		throw wrong('Name', "'Name' must not be empty.", name);
	}
	const [tables, tags] = [await readTables(call, deps), await createRecordTags(deps)];
	const labels = tags.change(before?.record.tags ?? [], integersIn(body, 'tags'));
	if (labels.length === 0) {
		throw wrong('Tags', "'Tags' must not be empty.", []);
	}
	const specifications = specificationsIn(body, face);
	const conditions = specifications ? conditionsOf(specifications, contextOf(face, tables)) : before?.record.conditions.map(bare);
	if (!conditions) {
		throw wrong('Specifications', 'Each condition must have a value that is known here, and there must be one at least.');
	}
	const removes = flagIn(body, 'removeTagsAutomatically') ?? before?.kept['removeTagsAutomatically'] !== false;
	return {
		rule: {name, tags: labels, conditions},
		kept: {
			...before?.kept,
			...(specifications && {specifications}),
			// Rules here always take back what they gave.
			removeTagsAutomatically: removes,
		} as KeptValues,
	};
}

const presentSpecification = ({name, implementation, negate, required, values}: Specification, index: number) => ({
	...described(implementation, index),
	...{name, negate, required, fields: fieldNames(implementation).map((each, order) => fieldOf(each, order, values[each] ?? null))},
});

function described(implementation: string, index: number) {
	const implementationName = implementation.replace('Specification', '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
	return {id: index + 1, name: implementationName, implementation, implementationName, infoLink: ''};
}

const fieldOf = (name: string, order: number, value: unknown) => ({
	...{order, name, label: name.replace(/^./, letter => letter.toUpperCase()), value, type: 'textbox', advanced: false, privacy: 'normal'},
	isFloat: false,
});

const fieldNames = (implementation: string): readonly string[] =>
	/^(?:Year|Runtime)/.test(implementation) ? ['min', 'max'] : implementation === 'MonitoredSpecification' ? [] : ['value'];

const schemaOf = (face: Face) =>
	implementationsOf(face).map(implementation => ({
		...described(implementation, -1),
		...{name: '', negate: false, required: false},
		fields: fieldNames(implementation).map((name, order) => fieldOf(name, order, /^(?:min|max)$/.test(name) ? 0 : null)),
	}));

const implementations: Partial<Record<AutoTagCondition['kind'], string>> = {
	genre: 'GenreSpecification',
	rootFolder: 'RootFolderSpecification',
	qualityProfile: 'QualityProfileSpecification',
	year: 'YearSpecification',
	runtime: 'RuntimeSpecification',
	status: 'StatusSpecification',
	type: 'SeriesTypeSpecification',
	network: 'NetworkSpecification',
	originalLanguage: 'OriginalLanguageSpecification',
	keyword: 'KeywordSpecification',
	studio: 'StudioSpecification',
	monitored: 'MonitoredSpecification',
	tag: 'TagSpecification',
};
const onlyOf: Readonly<Partial<Record<string, Face>>> = {
	...{SeriesTypeSpecification: 'tv', NetworkSpecification: 'tv', StatusSpecification: 'tv'},
	...{KeywordSpecification: 'movies', StudioSpecification: 'movies'},
};
const implementationsOf = (face: Face) => Object.values(implementations).filter(name => (onlyOf[name] ?? face) === face);
const manyValues: ReadonlySet<string> = new Set(['genre', 'network', 'keyword', 'studio']);

interface Presenting {
	face: Face;
	tables: Tables;
	index: number;
}

/** Null for a condition that these programs do not have. */
function presentCondition({kind, value, negate, required}: AutoTagCondition, {face, tables, index}: Presenting) {
	const implementation = implementations[kind];
	if (implementation === undefined) {
		return null;
	}
	const range = value as AutoTagRange;
	const shownOf = (name: string) =>
		kind === 'year' || kind === 'runtime' ? (range[name as 'min' | 'max'] ?? 0) : shownValue(kind, String(value), {face, tables});
	return {
		...described(implementation, index),
		...{negate: kind === 'monitored' && value === false ? !negate : negate, required},
		fields: fieldNames(implementation).map((name, order) => fieldOf(name, order, shownOf(name))),
	};
}

function shownValue(kind: AutoTagCondition['kind'], value: string, {face, tables}: Pick<Presenting, 'face' | 'tables'>): unknown {
	if (kind === 'qualityProfile') {
		return tables.profileNumber(value);
	}
	if (kind === 'originalLanguage') {
		return faceLanguage(face, value).id;
	}
	if (kind === 'type') {
		return (seriesTypes as readonly string[]).indexOf(value);
	}
	if (kind === 'status') {
		return statusNumbers.indexOf(value);
	}
	if (kind === 'tag') {
		return tables.tagNumbers([value])[0] ?? 0;
	}
	return manyValues.has(kind) ? [value] : value;
}
