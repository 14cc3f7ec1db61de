import test, {type ExecutionContext} from 'ava';
import {withFaces, withMovie} from '#test/helpers/faces.ts';
import {digestOf} from '#test/helpers/stored.ts';

type Program = 'radarr' | 'sonarr';

/** In the form of published guides: fields are an object, and the same name means other numbers in each program. */
const guides: Record<Program, {name: string; specifications: object[]}[]> = {
	radarr: [
		{
			name: 'x265 (HD)',
			specifications: [
				{
					name: 'x265',
					implementation: 'ReleaseTitleSpecification',
					negate: false,
					required: true,
					fields: {value: '[xh][ ._-]?265|\\bHEVC\\b'},
				},
				{name: 'Not 2160p', implementation: 'ResolutionSpecification', negate: true, required: true, fields: {value: 2160}},
			],
		},
		{
			name: 'Remux Tier',
			specifications: [
				{name: 'Remux', implementation: 'QualityModifierSpecification', negate: false, required: true, fields: {value: 5}},
				{name: 'Size', implementation: 'SizeSpecification', negate: false, required: false, fields: {min: 1, max: 99.5}},
				{name: 'Year', implementation: 'YearSpecification', negate: false, required: false, fields: {min: 1990, max: 2020}},
				{name: 'French', implementation: 'LanguageSpecification', negate: true, required: false, fields: {value: 2}},
			],
		},
	],
	sonarr: [
		{
			name: 'x265 (HD)',
			specifications: [
				{
					name: 'x265',
					implementation: 'ReleaseTitleSpecification',
					negate: false,
					required: true,
					fields: {value: '[xh][ ._-]?265|\\bHEVC\\b'},
				},
				{name: 'Not 2160p', implementation: 'ResolutionSpecification', negate: true, required: true, fields: {value: 2160}},
				{name: 'Not Remux', implementation: 'SourceSpecification', negate: true, required: true, fields: {value: 7}},
			],
		},
		{
			// Sonarr takes either; we cannot tell that.
			name: 'Disc or Remux',
			specifications: [
				{name: 'Remux', implementation: 'SourceSpecification', negate: false, required: false, fields: {value: 7}},
				{name: 'Bluray', implementation: 'SourceSpecification', negate: false, required: false, fields: {value: 6}},
			],
		},
		{
			name: 'Season Pack',
			specifications: [{name: 'Pack', implementation: 'ReleaseTypeSpecification', negate: false, required: false, fields: {value: 3}}],
		},
	],
};

interface Specification {
	name: string;
	implementation: string;
	negate: boolean;
	required: boolean;
	fields: {name: string; value?: unknown}[];
}
interface Format {
	id: number;
	name: string;
	specifications: Specification[];
}

/** As a program for guides sends a format: with the fields of the guide as a list. */
const toBody = ({name, specifications}: {name: string; specifications: object[]}, id?: number) => ({
	...(id !== undefined && {id}),
	name,
	includeCustomFormatWhenRenaming: false,
	specifications: (specifications as (Omit<Specification, 'fields'> & {fields: object})[]).map(each => ({
		...each,
		fields: Object.entries(each.fields).map(([key, value]) => ({name: key, value})),
	})),
});

/** Whether such a program takes them for the same: what the guide says is there, with its values. */
function isSame(guide: {name: string; specifications: object[]}, format: Format): boolean {
	const wanted = guide.specifications as (Omit<Specification, 'fields'> & {fields: Record<string, unknown>})[];
	return (
		guide.name === format.name &&
		wanted.length === format.specifications.length &&
		wanted.every((each, index) => {
			const found = format.specifications[index]!; // as many
			const values = Object.fromEntries(found.fields.map(({name, value}) => [name, value]));
			return (
				(['name', 'implementation', 'negate', 'required'] as const).every(name => each[name] === found[name]) &&
				Object.entries(each.fields).every(([name, value]) => values[name] === value)
			);
		})
	);
}

type Served = Awaited<ReturnType<typeof withFaces>>;

/** With the profiles and sizes of a first start. */
async function start(t: ExecutionContext): Promise<Served> {
	const served = await withFaces(t);
	await served.deps.qualityProfiles.ensureDefaults(served.deps.now());
	await served.deps.qualityDefinitions.ensureDefaults(served.deps.now());
	return served;
}

/** The requests of one run, as programs for guides send them. Returns how many were writes. */
async function sync(t: ExecutionContext, {ask}: Served, program: Program): Promise<number> {
	const base = `/${program}/api/v3`;
	let writes = 0;
	const write = async (line: string, body: unknown) => {
		writes += 1;
		const answer = await ask(line, {body});
		t.true([201, 202].includes(answer.status), `${line}: ${answer.text}`);
		return answer.body;
	};
	t.is((await ask(`GET ${base}/system/status`)).status, 200);
	const formats: Format[] = (await ask(`GET ${base}/customformat`)).body;
	const guide = guides[program];
	for (const each of guide) {
		const known = formats.find(({name}) => name === each.name);
		if (!known) {
			await write(`POST ${base}/customformat`, toBody(each));
		} else if (!isSame(each, known)) {
			await write(`PUT ${base}/customformat/${known.id}`, toBody(each, known.id));
		}
	}
	const definitions = (await ask(`GET ${base}/qualitydefinition`)).body;
	const minimum = program === 'radarr' ? 17.1 : 12.5;
	const sized = definitions.map((row: {quality: {name: string}}) =>
		/1080p/.test(row.quality.name) ? {...row, minSize: minimum, preferredSize: 398, maxSize: 400} : row,
	);
	if (JSON.stringify(sized) !== JSON.stringify(definitions)) {
		await write(`PUT ${base}/qualitydefinition/update`, sized);
	}
	const stored: Format[] = (await ask(`GET ${base}/customformat`)).body;
	const profiles = (await ask(`GET ${base}/qualityprofile`)).body;
	const name = 'HD Bluray + WEB';
	const known = profiles.find((each: {name: string}) => each.name === name);
	const from = known ?? (await ask(`GET ${base}/qualityprofile/schema`)).body;
	const wanted = arranged(
		from,
		stored,
		guide.map(each => each.name),
	);
	if (!known) {
		await write(`POST ${base}/qualityprofile`, {...wanted, name});
	} else if (JSON.stringify(wanted) !== JSON.stringify(known)) {
		await write(`PUT ${base}/qualityprofile/${known.id}`, wanted);
	}
	return writes;
}

interface Item {
	id?: number;
	name?: string;
	quality?: {id: number; name: string};
	items: Item[];
	allowed: boolean;
}
interface Profile {
	items: Item[];
	[name: string]: unknown;
}

/** The qualities of the guide on top, all others below and not allowed. */
function arranged(profile: Profile, formats: Format[], scored: string[]): Profile {
	const flat = profile.items.flatMap(item => (item.items.length > 0 ? item.items : [item]));
	const isWanted = ({quality}: Item) => ['Bluray-1080p', 'WEBDL-1080p', 'WEBRip-1080p'].includes(quality?.name ?? '');
	const [web, disc] = [/^WEB/, /^Bluray-1080p$/].map(pattern =>
		flat.filter(item => isWanted(item) && pattern.test(item.quality?.name ?? '')),
	);
	const off = flat.filter(item => !isWanted(item)).map(item => ({...item, allowed: false}));
	const on = (item: Item) => ({...item, allowed: true});
	return {
		...profile,
		upgradeAllowed: true,
		cutoff: disc![0]!.quality!.id,
		items: [...off, {id: 1001, name: 'WEB 1080p', items: web!.map(on), allowed: true}, ...disc!.map(on)],
		minFormatScore: 0,
		cutoffFormatScore: 10_000,
		minUpgradeFormatScore: 1,
		formatItems: formats.map(({id, name}) => ({format: id, name, score: scored.includes(name) ? -10_000 : 0})),
	};
}

test('a guide is written to both programs once: a second run finds everything as it was sent', async t => {
	const served = await start(t);
	const {ask, deps} = served;
	for (const program of ['radarr', 'sonarr'] as const) {
		t.true((await sync(t, served, program)) > guides[program].length);
	}
	const before = await settled(served);
	for (const program of ['radarr', 'sonarr', 'radarr'] as const) {
		t.is(await sync(t, served, program), 0, program);
	}
	t.deepEqual(await settled(served), before);
	// The same names in both are different formats and profiles.
	const formats = await deps.customFormats.list();
	t.deepEqual(formats.map(({name, scope}) => `${name} ${scope}`).sort(), [
		'Disc or Remux tv',
		'Remux Tier movies',
		'Season Pack tv',
		'x265 (HD) movies',
		'x265 (HD) tv',
	]);
	const own = (await deps.qualityProfiles.list()).filter(({name}) => name === 'HD Bluray + WEB');
	t.deepEqual(own.map(({scope}) => scope).sort(), ['movies', 'tv']);
	t.like(own[0], {cutoff: 'Bluray-1080p', upgradeAllowed: true, cutoffFormatScore: 10_000});
	t.deepEqual(own[0]?.items[0], {quality: 'Bluray-1080p', allowed: true});
	t.deepEqual(
		own[0]?.formatScores.map(({score}) => score),
		own[0]?.formatScores.map(() => -10_000),
	);
	// What cannot be told here is kept and matches nothing, which health says.
	t.like(
		formats.find(({name}) => name === 'Disc or Remux'),
		{conditions: []},
	);
	t.regex(formats.find(({name}) => name === 'Disc or Remux')?.lastError ?? '', /one of several sources/);
	const {own: limits} = await deps.qualityDefinitions.limits();
	t.is(limits?.movies?.['WEBDL-1080p']?.minimum, 17.1);
	t.is(limits?.tv?.['WEBDL-1080p']?.minimum, 12.5);
	t.is((await ask('GET /radarr/api/v3/customformat')).body.length, 2);
});

/** What the programs see of, without what passes. */
async function settled({deps}: Pick<Served, 'deps'>) {
	const names = ['customFormats', 'qualityProfiles', 'qualityDefinitions', 'keptSettings'];
	return Promise.all(names.map(name => deps.connection.collection(name).find().sort({_id: 1}).toArray()));
}

test('every record that comes back as it was shown stays as it is, whoever made it', async t => {
	const served = await start(t);
	const {ask, deps} = served;
	await sync(t, served, 'radarr');
	const shared = await deps.customFormats.add(
		{
			name: 'Ours',
			includeWhenRenaming: true,
			conditions: [
				{name: 'a', kind: 'edition', value: 'Extended', negate: false, required: false},
				{name: 'b', kind: 'language', value: {language: 'de', except: true}, negate: false, required: false},
				{name: 'c', kind: 'source', value: 'webdl', negate: true, required: false},
				{name: 'd', kind: 'qualityModifier', value: 'remux', negate: true, required: false},
				{name: 'e', kind: 'indexerFlag', value: 'internal', negate: false, required: false},
			],
		},
		deps.now(),
	);
	const before = await settled(served);
	for (const program of ['radarr', 'sonarr']) {
		for (const name of ['customformat', 'qualityprofile', 'qualitydefinition']) {
			const rows = (await ask(`GET /${program}/api/v3/${name}`)).body;
			t.true(rows.length > 0);
			for (const row of rows) {
				const answer = await ask(`PUT /${program}/api/v3/${name}/${row.id}`, {body: row});
				t.is(answer.status, 202, answer.text);
				t.deepEqual(answer.body, row);
				t.deepEqual((await ask(`GET /${program}/api/v3/${name}/${row.id}`)).body, row);
			}
		}
	}
	t.deepEqual(await settled(served), before);
	t.is((await deps.customFormats.get(shared.id)).conditions.length, 5);
});

test('a format for both that one program changes becomes two, and no program removes what is for both', async t => {
	const {ask, deps} = await start(t);
	const condition = {name: 'a', kind: 'releaseTitle', value: 'one', negate: false, required: false} as const;
	const shared = await deps.customFormats.add({name: 'Ours', includeWhenRenaming: false, conditions: [condition]}, deps.now());
	const [profile] = await deps.qualityProfiles.list();
	await deps.qualityProfiles.change(profile!.id, {formatScores: [{customFormatId: shared.id, score: 5}]}, deps.now());
	const find = async (program: Program) => (await ask(`GET /${program}/api/v3/customformat`)).body as Format[];
	const [row] = await find('radarr');
	const specifications = row!.specifications.map(each => ({...each, fields: [{name: 'value', value: 'two'}]}));
	const changed = await ask(`PUT /radarr/api/v3/customformat/${row!.id}`, {body: {...row, specifications}});
	t.is(changed.status, 202, changed.text);
	const valueOfFirst = (format: Format) => format.specifications[0]?.fields[0]?.value;
	t.deepEqual((await find('radarr')).map(valueOfFirst), ['two']);
	t.deepEqual((await find('sonarr')).map(valueOfFirst), ['one']);
	for (const program of ['radarr', 'sonarr']) {
		const profiles = (await ask(`GET /${program}/api/v3/qualityprofile`)).body;
		const scored = profiles.find(({name}: {name: string}) => name === profile!.name).formatItems;
		t.deepEqual(
			scored.map(({score}: {score: number}) => score),
			[5],
			program,
		);
	}
	// A name, a flag or a score is changed in place.
	const [own] = await find('sonarr');
	t.is((await ask(`PUT /sonarr/api/v3/customformat/${own!.id}`, {body: {...own, name: 'Mine'}})).body.id, own!.id);
	t.is((await ask(`DELETE /sonarr/api/v3/customformat/${own!.id}`)).status, 400);
	t.is((await ask(`DELETE /radarr/api/v3/customformat/${changed.body.id}`)).status, 200);
	const [first] = (await ask('GET /sonarr/api/v3/qualityprofile')).body;
	t.is((await ask(`DELETE /sonarr/api/v3/qualityprofile/${first.id}`)).status, 400);
});

test('wrong formats, profiles and definitions are refused by field, and nothing is half written', async t => {
	const served = await start(t);
	const {ask} = served;
	await sync(t, served, 'radarr');
	const before = await digestOf(served);
	const base = '/radarr/api/v3';
	const [format] = (await ask(`GET ${base}/customformat`)).body;
	const profile = (await ask(`GET ${base}/qualityprofile`)).body.at(-1);
	const rows = (await ask(`GET ${base}/qualitydefinition`)).body;
	const [specification] = format.specifications;
	const withValue = (value: unknown) => ({...format, specifications: [{...specification, fields: [{name: 'value', value}]}]});
	const bad: [string, unknown, string][] = [
		[`PUT ${base}/customformat/${format.id}`, withValue('(unclosed'), 'fields'],
		[`PUT ${base}/customformat/${format.id}`, withValue({a: 1}), 'fields'],
		[`PUT ${base}/customformat/${format.id}`, {...format, name: 'Remux Tier'}, 'Name'],
		[`POST ${base}/customformat`, {name: 'X', specifications: []}, 'Specifications'],
		[`POST ${base}/customformat`, {name: 'X', specifications: [{...specification, implementation: 'Moon'}]}, 'specifications'],
		[`PUT ${base}/qualityprofile/${profile.id}`, {...profile, cutoff: 4711}, 'Cutoff'],
		[`PUT ${base}/qualityprofile/${profile.id}`, {...profile, name: ' '}, 'Name'],
		[`PUT ${base}/qualityprofile/${profile.id}`, {...profile, items: [{quality: {id: 4711}, allowed: true}]}, 'Items'],
		[`PUT ${base}/qualityprofile/${profile.id}`, {...profile, formatItems: [{format: 4711, score: 1}]}, 'FormatItems'],
		[
			`PUT ${base}/qualitydefinition/update`,
			[
				{...rows[3], minSize: 5},
				{...rows[4], minSize: 'x'},
			],
			'minSize',
		],
		[`PUT ${base}/qualitydefinition/${rows[3].id}`, {...rows[3], minSize: 100, maxSize: 5}, 'maxSize'],
	];
	for (const [line, body, propertyName] of bad) {
		const answer = await ask(line, {body});
		t.is(answer.status, 400, `${line} ${answer.text}`);
		t.is(answer.body[0]?.propertyName, propertyName, answer.text);
	}
	t.is(await digestOf(served), before);
});

test('a profile of one program is no profile of the other, and keeps what no program knows', async t => {
	const served = await start(t);
	const {ask, deps} = served;
	await withMovie(served, {metaId: 7});
	for (const program of ['radarr', 'sonarr'] as const) {
		await sync(t, served, program);
	}
	const [movie] = (await ask('GET /radarr/api/v3/movie')).body;
	const named = async (program: Program) =>
		(await ask(`GET /${program}/api/v3/qualityprofile`)).body.find(({name}: {name: string}) => name === 'HD Bluray + WEB');
	const [own, other] = [await named('radarr'), await named('sonarr')];
	const refused = await ask('PUT /radarr/api/v3/movie', {body: {...movie, qualityProfileId: other.id}});
	t.is(refused.status, 400);
	t.is(refused.body[0].propertyName, 'QualityProfileId');
	t.is((await ask('PUT /radarr/api/v3/movie', {body: {...movie, qualityProfileId: own.id}})).body.qualityProfileId, own.id);
	t.is((await ask(`DELETE /radarr/api/v3/qualityprofile/${own.id}`)).status, 400, 'it is in use');
	t.is((await ask(`DELETE /sonarr/api/v3/qualityprofile/${other.id}`)).status, 200);
	const stored = (await deps.qualityProfiles.list()).find(({scope}) => scope === 'movies')!; // it was added
	await deps.qualityProfiles.change(stored.id, {packForEpisodeAllowed: true}, deps.now());
	// A group that comes without a number gets one.
	const items = own.items.map((item: Item) => (item.items.length > 0 ? {...item, id: undefined, name: 'Web'} : item));
	const changed = await ask(`PUT /radarr/api/v3/qualityprofile/${own.id}`, {body: {...own, items}});
	t.is(changed.status, 202, changed.text);
	const group = changed.body.items.find(({name}: {name?: string}) => name === 'Web');
	t.true(group.id > 1000);
	t.like(await deps.qualityProfiles.get(stored.id), {packForEpisodeAllowed: true, language: stored.language, cutoff: stored.cutoff});
	// Of several at the same time, one is added.
	const body = {...own, id: undefined, name: 'At once'};
	const answers = await Promise.all([1, 2, 3].map(() => ask('POST /radarr/api/v3/qualityprofile', {body})));
	t.deepEqual(answers.map(({status}) => status).sort(), [201, 400, 400]);
	const format = toBody(guides.radarr[0]!);
	const twice = await Promise.all([1, 2, 3].map(() => ask('POST /radarr/api/v3/customformat', {body: {...format, name: 'At once'}})));
	t.deepEqual(twice.map(({status}) => status).sort(), [201, 400, 400]);
});
