import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {withFaces} from '#test/helpers/faces.ts';
import {patienceMs} from '#test/helpers/until.ts';

const python = process.env['ARR_CLIENTS_PYTHON'] || 'python3';
const script = fileURLToPath(new URL('clients/configuration.py', import.meta.url));

/** The generated clients check each type and each enumeration that Radarr and Sonarr document. */
const packages = {radarr: 'radarr', sonarr: 'sonarr-py'} as const;

for (const program of ['radarr', 'sonarr'] as const) {
	const isInstalled = spawnSync(python, ['-c', `import ${program}`], {stdio: 'ignore'}).status === 0;
	if (!isInstalled) {
		console.warn(`Skipping the client of ${program}: pip install ${packages[program]}, or set ARR_CLIENTS_PYTHON.`);
	}
	(isInstalled ? test.serial : test.serial.skip)(`the client of ${program} reads and writes the whole configuration`, async t => {
		t.timeout(patienceMs);
		const served = await withFaces(t);
		const {deps, key, url, ask} = served;
		await answerJobs(t, served, {testConnection: async () => ({version: '1.3', details: []})});
		await deps.qualityProfiles.ensureDefaults(deps.now());
		await deps.qualityDefinitions.ensureDefaults(deps.now());
		await deps.delayProfiles.ensureDefault(deps.now());
		await ask(`POST /${program}/api/v3/releaseprofile`, {body: {name: 'No cams', ignored: ['CAM'], enabled: true}});
		const said: string[] = [];
		const child = spawn(python, [script, program, `${url}/${program}`, key], {stdio: ['ignore', 'pipe', 'pipe']});
		child.stdout.on('data', data => said.push(String(data)));
		child.stderr.on('data', data => said.push(String(data)));
		const [code] = (await once(child, 'exit')) as [number | null];
		t.is(code, 0, said.join('').slice(-6000));
	});
}
