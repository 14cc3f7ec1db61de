import {spawn} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {readCommandLine} from '#shared/start/command-line.ts';

readCommandLine({usage: 'npm run bench', about: 'Runs every bench, one after another.'});

/** Runs every bench in this folder, one after another: two at a time would distort each other's results. */
const folder = fileURLToPath(new URL('.', import.meta.url));
const own = 'all.ts';

function run(name: string): Promise<number> {
	console.log(`\n== ${name}`);
	const child = spawn(process.execPath, [folder + name], {stdio: 'inherit'});
	return new Promise(resolve => child.once('exit', code => resolve(code ?? 1)));
}

for (const name of readdirSync(folder).filter(each => each.endsWith('.ts') && each !== own)) {
	process.exitCode = (await run(name)) || (process.exitCode ?? 0);
}
