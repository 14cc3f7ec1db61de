import {resolve} from 'node:path';
import {loadConfig, WrongConfiguration} from '#config/index.ts';
import {openBackup} from '#shared/backup/restore-backup.ts';
import {Cancelled} from '#shared/errors.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {restoreInto} from './command/restore-into.ts';
import {runCommand} from './command/run-command.ts';
import {withServers} from './command/servers.ts';
import {createReporter} from './processes/reporter.ts';

const {values} = readCommandLine({
	usage: 'npm run restore -- --from DIR/kinoteka-… [--force]',
	about:
		'Restores a backup while the service is stopped.\n  --from DIR  the folder of the backup\n  --force     replaces what is there, after a backup of it',
	options: {from: {type: 'string'}, force: {type: 'boolean', default: false}},
});

/** `npm run restore -- --from DIR/kinoteka-…`, while the service is stopped. `--force` replaces what is there. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
	if (!values.from) {
		throw new WrongConfiguration('Name the backup: npm run restore -- --from DIR/kinoteka-2026-01-31T04-00-00');
	}
	const from = resolve(values.from);
	const config = loadConfig(env);
	const reporter = createReporter(process.stdout);
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => stop.abort(new Cancelled('The restore was stopped; nothing was replaced.')));
	}
	const manifest = await openBackup(from, stop.signal);
	reporter.step(`${from} is whole: version ${manifest.version}, of ${manifest.createdAt}`);
	await withServers(config, reporter, servers =>
		restoreInto(servers, {manifest, from, config, force: values.force, reporter, signal: stop.signal}),
	);
	reporter.step('Restored. Start the service: it builds the indexes. Everybody has to log in again.');
}

await runCommand(main);
