import test from 'ava';
import type {OpenApiDocument} from '#api/openapi/document.ts';
import {Invalid, NotFound, Unavailable} from '#shared/errors.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {type RightCall, withEveryRecord} from '#test/helpers/every-record.ts';
import {serve} from '#test/helpers/serve.ts';

interface Parameter {
	in: string;
	name: string;
	schema: {enum?: string[]; type?: string; format?: string};
}

/** Values that a parameter is asked with, each alone and on top of the others. */
function valuesOf({name, schema}: Parameter): string[] {
	if (schema.enum) {
		return schema.enum;
	}
	if (schema.format === 'date-time') {
		return ['2026-03-01T00:00:00Z'];
	}
	return schema.type === 'boolean' ? ['true', 'false'] : name === 'year' ? ['2005'] : name === 'page' || name === 'limit' ? ['2'] : ['lan'];
}

/** Every value of every parameter alone, and all parameters together. */
function queriesOf(parameters: readonly Parameter[]): string[] {
	const pairs = parameters.flatMap(parameter => valuesOf(parameter).map(value => `${parameter.name}=${encodeURIComponent(value)}`));
	const filters = parameters.filter(({name}) => name !== 'page');
	return ['', ...pairs, filters.map(parameter => `${parameter.name}=${valuesOf(parameter)[0]}`).join('&')];
}

/** The template with the id of a record that exists; null if none of this kind is known. */
function pathOf(template: string, rights: ReadonlyMap<string, RightCall>): string | null {
	const ids = new Map(
		[...rights].map(([line, {path}]): [base: string, id: string] => {
			const [base = ''] = (line.split(' ')[1] ?? '').split(':');
			return [base, path.slice(base.length).split('/')[0] ?? ''];
		}),
	);
	const id = ids.get(template.split('{')[0] ?? '');
	return template.includes('{') && !id ? null : template.replace(/\{\w+\}/, id ?? '').replace(/\{\w+\}/, '1');
}

/** What the profiler keeps of a query. */
interface Seen {
	ns: string;
	command: object;
	planSummary: string;
	hasSortStage?: boolean;
}

/** Room for some thousand entries; the usual megabyte holds a few hundred. */
const profileBytes = 64 * 1024 * 1024;

/** Collections that grow with the library and with time. */
const long =
	/\.(?:movies|series|episodes|downloads|deliveries|history|blocklist|subtitleBlocklist|importExclusions|scannedFiles|taskExecutions|taskActivities|audit|sessions)$/;

const camelCase = (name: string) => name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const tell = (seen: readonly Seen[]) => [...new Set(seen.map(({ns, command}) => JSON.stringify({ns, ...command}).slice(0, 300)))];

test('every query that the API makes uses an index, whatever is filtered and sorted by', async t => {
	const http = {listRequestsPerMinute: 1_000_000, searchesPerMinute: 1_000_000, loginsPer15Minutes: 1_000_000};
	const served = await serve(t, {http, waits: {imageMs: 100}});
	const {call, deps} = served;
	const unknown = () => Promise.reject(new NotFound('movie_not_found', 'There is no such title.'));
	const wrong = () => Promise.reject(new Invalid('wrong_protocol', 'Nobody is there.'));
	await answerDisks(t, served);
	const answers = {
		addMovie: unknown,
		addSeries: unknown,
		listEpisodeOrders: unknown,
		previewEpisodeOrder: unknown,
		lookUpTitle: unknown,
		lookUpTitles: async () => ({titles: [{metaId: 5, title: 'Lamp', year: null, overview: null, posterUrl: null}]}),
		refreshCollection: async () => {},
		listDefinitions: async () => ({definitions: [], total: 0, languages: []}),
		showDefinition: unknown,
		previewAutoTag: async () => ({movies: 0, series: 0, examples: []}),
		discover: async () => ({titles: [], pages: 1}),
		rescoreFiles: wrong,
		searchReleases: wrong,
		grabRelease: unknown,
		prepareIndexerImport: wrong,
		testMoveSource: wrong,
		showLoginCaptcha: wrong,
		answerLoginCaptcha: wrong,
		testConnection: wrong,
		solveChallenge: wrong,
		openPage: wrong,
	};
	await answerJobs(t, served, answers);
	const {ask} = deps.jobs;
	// Nobody answers the others, and only the queries count.
	const askKnown: typeof ask = (job, ...asked) =>
		job.queue === 'disks' || Object.hasOwn(answers, camelCase(job.name))
			? ask(job, ...asked)
			: Promise.reject(new Unavailable('no_answer_in_time', 'Nobody answers.'));
	Object.assign(deps.jobs, {ask: askKnown});
	const rights = await withEveryRecord(t, served);
	const {paths} = (await call('GET /api/openapi.json')).body as OpenApiDocument;
	const db = deps.connection.db!; // the application is served
	await db.createCollection('system.profile', {capped: true, size: profileBytes});
	await db.command({profile: 2});

	for (const [template, {get}] of Object.entries(paths)) {
		const isStream = Object.keys(get?.responses['200']?.content ?? {}).includes('text/event-stream');
		const path = pathOf(template, rights);
		if (!get || isStream || path === null) {
			continue;
		}
		const parameters = ((get.parameters ?? []) as Parameter[]).filter(parameter => parameter.in === 'query');
		for (const query of queriesOf(parameters)) {
			await call(`GET ${path}?${query}`);
		}
	}
	for (const [line, {path, body}] of rights) {
		await call(`GET ${path}`);
		await call(`${line.split(' ')[0]} ${path}`, {body});
		await call(`DELETE ${path}`);
	}

	await db.command({profile: 0});
	const seen = await db
		.collection<Seen>('system.profile')
		.find({planSummary: {$exists: true}, ns: {$not: /system\.profile$/}})
		.toArray();
	t.true(seen.length > 150, String(seen.length));
	t.deepEqual(tell(seen.filter(({planSummary}) => planSummary.includes('COLLSCAN'))), []);
	// What a search found, as long as it is short, and what runs at the moment is put in order by itself.
	const isShort = ({command}: Seen) => /searchParts|activeKey/.test(JSON.stringify(command));
	const sorted = seen.filter(each => each.hasSortStage && long.test(each.ns) && !isShort(each));
	t.deepEqual(tell(sorted), []);
});
