import {execFile} from 'node:child_process';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {answerAll} from '../answer-all.ts';
import {serve} from '../serve.ts';

export const schemathesisBinary = process.env['SCHEMATHESIS_BINARY'] || 'schemathesis';

const many = 1_000_000;
const limitMs = 800_000;

/** Operations that may answer 400 to a request that fits its schema, and why. */
export interface Leave {
	reason: string;
	operations: string[];
}

interface Bounds {
	leftOut: readonly string[];
	refusals: readonly Leave[];
}

/** What a run says when it ends; `code` is 0 if it found nothing. */
interface Finding {
	code: number;
	output: string;
}

/** A body that is too large is refused as such, whatever else is wrong with it. */
const refusing = '["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]';
const usual = '["2xx", "3xx", "401", "403", "404", "409", "429", "400"]';

function configOf({leftOut, refusals}: Bounds): string {
	const list = (names: readonly string[]) => JSON.stringify(names);
	return [
		...['[checks]', `negative_data_rejection.expected-statuses = ${refusing}`],
		...[`[[operations]]`, `include-operation-id = ${list(leftOut)}`, 'enabled = false'],
		...refusals.flatMap(({reason, operations}) => [
			`# ${reason}`,
			'[[operations]]',
			`include-operation-id = ${list(operations)}`,
			`checks.positive_data_acceptance.expected-statuses = ${usual}`,
		]),
		'# FlareSolverr answers 500 to every command that fails, and its clients rely on it.',
		'[[operations]]',
		'include-operation-id = ["runSolverCommand", "runSolverCommandWithKey"]',
		'checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "500"]',
	].join('\n');
}

/** Runs schemathesis with these options against the application, whose jobs are answered without any outside world. */
export async function runSchemathesis(t: ExecutionContext, bounds: Bounds, options: string[]): Promise<Finding> {
	const served = await serve(t, {http: {listRequestsPerMinute: many, searchesPerMinute: many, loginsPer15Minutes: many}});
	await answerAll(t, served);
	const folder = join(served.directory, 'schemathesis');
	await mkdir(folder);
	await writeFile(join(folder, 'schemathesis.toml'), configOf(bounds));
	const {'x-api-key': key = ''} = await served.headersOf('admin');
	const args = ['run', `${served.url}/api/openapi.json`, '--header', `x-api-key: ${key}`, '--no-color', ...options];
	return new Promise(resolve => {
		execFile(schemathesisBinary, args, {cwd: folder, maxBuffer: 100_000_000, timeout: limitMs}, (error, stdout, stderr) => {
			const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
			resolve({code, output: `${stdout}\n${stderr}`});
		});
	});
}
