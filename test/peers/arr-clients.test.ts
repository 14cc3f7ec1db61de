import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {withHousehold} from '#test/helpers/apps-household.ts';
import {withFaces} from '#test/helpers/faces.ts';
import {type PythonClient, preparePythonClients} from '#test/helpers/peers/python-clients.ts';
import {type Spoil, spoilingProxy} from '#test/helpers/peers/spoiling-proxy.ts';
import {patienceMs} from '#test/helpers/until.ts';

const {python, missing} = preparePythonClients(process.env['ARR_CLIENTS_PYTHON']);
const scriptAt = (name: string) => fileURLToPath(new URL(`clients/${name}.py`, import.meta.url));

/** The test, or one that is skipped and says which library is missing. */
function withClients(clients: readonly PythonClient[]) {
	const lacking = clients.filter(name => missing.includes(name));
	if (lacking.length > 0) {
		console.warn(`Skipping what needs ${lacking.join(', ')}: no registry has it for a Python that is here, or set ARR_CLIENTS_PYTHON.`);
	}
	return lacking.length > 0 ? test.serial.skip : test.serial;
}

async function run(script: string, args: readonly string[]): Promise<{code: number | null; said: string}> {
	const said: string[] = [];
	const child = spawn(python, [scriptAt(script), ...args], {stdio: ['ignore', 'pipe', 'pipe']});
	child.stdout.on('data', data => said.push(String(data)));
	child.stderr.on('data', data => said.push(String(data)));
	const [code] = (await once(child, 'exit')) as [number | null];
	return {code, said: said.join('').slice(-6000)};
}

interface Spoilt {
	path: string;
	spoil: Spoil;
}

/** The script passes with the service, and with none of the wrong answers. */
async function check(t: ExecutionContext, url: string, argsOf: (url: string) => string[], script: string, wrong: readonly Spoilt[]) {
	const {code, said} = await run(script, argsOf(url));
	t.is(code, 0, said);
	for (const spoilt of wrong) {
		const checked = await run(script, argsOf(await spoilingProxy(t, url, spoilt)));
		t.not(checked.code, 0, `${script} passes although ${spoilt.path} is ${spoilt.spoil}`);
	}
}

for (const program of ['radarr', 'sonarr'] as const) {
	withClients([program])(`the client of ${program} reads and writes the whole configuration`, async t => {
		t.timeout(patienceMs);
		const served = await withFaces(t);
		const {deps, key, url, ask} = served;
		await answerJobs(t, served, {testConnection: async () => ({version: '1.3', details: []})});
		await answerDisks(t, served);
		await deps.qualityProfiles.ensureDefaults(deps.now());
		await deps.qualityDefinitions.ensureDefaults(deps.now());
		await deps.delayProfiles.ensureDefault(deps.now());
		await ask(`POST /${program}/api/v3/releaseprofile`, {body: {name: 'No cams', ignored: ['CAM'], enabled: true}});
		const {code, said} = await run('configuration', [program, `${url}/${program}`, key]);
		t.is(code, 0, said);
	});

	withClients(['arrapi', 'pyarr'])(`arrapi and pyarr read and change the titles of ${program}`, async t => {
		t.timeout(patienceMs);
		const {key, url} = await withHousehold(t);
		const titles = program === 'radarr' ? '/movie' : '/series';
		await check(t, url, address => [program, address, key], 'lists', [
			{path: titles, spoil: 'shorter'},
			{path: '/indexer/schema', spoil: 'missing'},
		]);
	});

	withClients(['aiopyarr', 'ciso8601', 'orjson'])(`the library of Home Assistant reads what it shows of ${program}`, async t => {
		t.timeout(patienceMs);
		const {key, url} = await withHousehold(t);
		await check(t, url, address => [program, `${address}/${program}`, key], 'home_assistant', [
			{path: program === 'radarr' ? '/movie' : '/episode', spoil: 'shorter'},
			{path: '/queue', spoil: 'null'},
			{path: '/calendar', spoil: 'missing'},
		]);
	});
}

withClients(['prowlarr'])('the client of Prowlarr reads indexers, figures, history and releases', async t => {
	t.timeout(patienceMs);
	const {key, url} = await withHousehold(t);
	await check(t, url, address => [`${address}/prowlarr`, key], 'indexer_programs', [
		{path: '/indexer', spoil: 'shorter'},
		{path: '/search', spoil: 'null'},
		{path: '/indexerstats', spoil: 'missing'},
	]);
});
