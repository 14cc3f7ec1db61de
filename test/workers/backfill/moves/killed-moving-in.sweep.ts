import {fork} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {radarrDatabase, sonarrDatabase} from '#test/helpers/arr-databases.ts';
import {householdSql} from '#test/helpers/arr-household.ts';
import {withMoves} from '#test/helpers/world/moved-household.ts';

const script = fileURLToPath(new URL('../../../fixtures/moving-in-killed.ts', import.meta.url));
const kills = 20;
const never = 1_000_000_000;

const files = {
	'films/Paper Harbor (2010)/Paper Harbor.mkv': 1000,
	'films/Amber Mill (2010)/Amber Mill.mkv': 700,
	'shows/Iron Mill (2010)/a.mkv': 10,
};
const databases = () => [
	radarrDatabase(
		[
			{id: 1, tmdbId: 11, title: 'Paper Harbor', tags: '[1]', file: {name: 'Paper Harbor.mkv', size: 1000}},
			{id: 2, tmdbId: 12, title: 'Amber Mill', file: {name: 'Amber Mill.mkv', size: 700}},
			{id: 4, tmdbId: 14, title: 'Quiet Disc'},
		],
		{sql: householdSql('radarr')},
	),
	sonarrDatabase(
		[
			{
				id: 5,
				title: 'Iron Mill',
				tvdbId: 700,
				episodes: [
					{id: 1, place: [1, 1], title: 'The First Gear', airDate: '2010-01-01', file: 9},
					{id: 3, place: [2, 1], title: 'The Third Gear', airDate: '2011-01-01'},
				],
				files: [{id: 9, name: 'a.mkv', size: 10}],
			},
		],
		`INSERT INTO "Tags" VALUES (1, 'late');
		CREATE TABLE "Notifications" ("Id" INTEGER PRIMARY KEY, "Name" TEXT, "Implementation" TEXT, "Settings" TEXT);
		INSERT INTO "Notifications" VALUES (1, 'Chat', 'Discord', '{}');
		${householdSql('sonarr')}`,
	),
];

/** A planned move in a world of its own. */
async function planned(t: ExecutionContext) {
	const world = await withMoves(t, files);
	const {deps, media, plan, metadataUrl, mongodbUri, redisUrl} = world;
	await deps.delayProfiles.ensureDefault(deps.now());
	const mappings = [
		{from: '/movies', to: join(media, 'films')},
		{from: '/tv', to: join(media, 'shows')},
		{from: '/data', to: join(media, 'data')},
	];
	const before = await world.snapshot();
	const {move} = await plan(databases(), mappings);
	const start = (what: 'run' | 'undo', calls: number) => {
		const args = [mongodbUri, redisUrl, deps.prefix, deps.dataDir, metadataUrl, move.id, what, String(calls)];
		return fork(script, args, {stdio: ['ignore', 'inherit', 'inherit', 'ipc']});
	};
	return {
		...world,
		before: comparable(before),
		move,
		/** A process that is killed after so many calls. Returns the signal, or how many calls there were. */
		async attempt(what: 'run' | 'undo', calls: number): Promise<string | number> {
			const child = start(what, calls);
			let made = 0;
			child.on('message', (message: {calls: number}) => {
				made = message.calls;
			});
			const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
			return signal ?? (code === 7 ? made : `exit ${code}`);
		},
		async content() {
			await deps.settings.load();
			return comparable(await world.snapshot(), media);
		},
	};
}

/** Without what differs from one run to the next: ids, moments and the folder of the test. */
function comparable(content: object, media = ''): unknown {
	const moments = /^(?:.*At|timestamp|dateAdded|.*Time|number|secret)$/;
	const text = JSON.stringify(content, (key, value) => (moments.test(key) ? undefined : value));
	const plain = text
		.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
		.replaceAll(media || '\0', '')
		.replaceAll(/rel_[\w-]{32}/g, 'rel');
	const read = JSON.parse(plain) as Record<string, object[]>;
	return Object.fromEntries(Object.entries(read).map(([name, rows]) => [name, rows.map(row => JSON.stringify(row)).sort()]));
}

test('a move that is killed anywhere goes on to the same end, and so does its undo', async t => {
	const calm = await planned(t);
	const set = (world: typeof calm, state: 'running' | 'undoing') =>
		world.deps.moves.move(world.move.id, ['planned', 'completed'], {state}, world.deps.now());
	await set(calm, 'running');
	const total = Number(await calm.attempt('run', never));
	t.true(total > 100, `${total} calls`);
	const wanted = await calm.content();

	const world = await planned(t);
	const seed = Number(process.env['TEST_SEED'] ?? 7);
	/** Early ones first, because each run goes on where the last one was killed. */
	const point = (turn: number, of: number) => 1 + (((turn * 7919 + seed * 104_729) >>> 0) % Math.ceil((of * (turn + 1)) / kills));
	await set(world, 'running');
	let killed = 0;
	for (let turn = 0; turn < kills; turn += 1) {
		killed += Number((await world.attempt('run', point(turn, total))) === 'SIGKILL');
	}
	t.true(killed > 5, `killed ${killed} times`);
	await world.attempt('run', never);
	t.like(await world.deps.moves.get(world.move.id), {state: 'completed', message: null});
	t.deepEqual(await world.content(), wanted);

	await set(calm, 'undoing');
	const steps = Number(await calm.attempt('undo', never));
	t.deepEqual(await calm.content(), calm.before);
	await set(world, 'undoing');
	for (let turn = 0; turn < kills; turn += 1) {
		await world.attempt('undo', point(turn, steps));
	}
	await world.attempt('undo', never);
	t.like(await world.deps.moves.get(world.move.id), {state: 'undone', message: null});
	t.deepEqual(await world.content(), world.before);
});
