import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {withFaces} from '#test/helpers/faces.ts';
import {patienceMs} from '#test/helpers/until.ts';

const python = process.env['ARR_CLIENTS_PYTHON'] || 'python3';
const scriptAt = (name: string) => fileURLToPath(new URL(`clients/${name}.py`, import.meta.url));

/** The generated clients check each type and each enumeration that Radarr and Sonarr document. */
const packages = {radarr: 'radarr', sonarr: 'sonarr-py'} as const;

const canImport = (name: string) => spawnSync(python, ['-c', `import ${name}`], {stdio: 'ignore'}).status === 0;

async function run(t: ExecutionContext, script: string, args: readonly string[]): Promise<void> {
	const said: string[] = [];
	const child = spawn(python, [scriptAt(script), ...args], {stdio: ['ignore', 'pipe', 'pipe']});
	child.stdout.on('data', data => said.push(String(data)));
	child.stderr.on('data', data => said.push(String(data)));
	const [code] = (await once(child, 'exit')) as [number | null];
	t.is(code, 0, said.join('').slice(-6000));
}

/** With the records of a first start. */
async function start(t: ExecutionContext) {
	const served = await withFaces(t);
	const {deps} = served;
	await answerJobs(t, served, {testConnection: async () => ({version: '1.3', details: []})});
	await answerDisks(t, served);
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await deps.qualityDefinitions.ensureDefaults(deps.now());
	await deps.delayProfiles.ensureDefault(deps.now());
	return served;
}

const hasLists = canImport('arrapi, pyarr');
if (!hasLists) {
	console.warn('Skipping arrapi and pyarr: pip install arrapi pyarr, or set ARR_CLIENTS_PYTHON.');
}

for (const program of ['radarr', 'sonarr'] as const) {
	const isInstalled = canImport(program);
	if (!isInstalled) {
		console.warn(`Skipping the client of ${program}: pip install ${packages[program]}, or set ARR_CLIENTS_PYTHON.`);
	}
	(isInstalled ? test.serial : test.serial.skip)(`the client of ${program} reads and writes the whole configuration`, async t => {
		t.timeout(patienceMs);
		const {key, url, ask} = await start(t);
		await ask(`POST /${program}/api/v3/releaseprofile`, {body: {name: 'No cams', ignored: ['CAM'], enabled: true}});
		await run(t, 'configuration', [program, `${url}/${program}`, key]);
	});
	(hasLists ? test.serial : test.serial.skip)(`arrapi and pyarr read the lists of ${program}`, async t => {
		t.timeout(patienceMs);
		const {key, url} = await start(t);
		await run(t, 'lists', [program, url, key]);
	});
}
