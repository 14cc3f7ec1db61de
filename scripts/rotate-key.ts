import {readFile} from 'node:fs/promises';
import {loadConfig} from '#config/index.ts';
import {openProducer} from '#shared/redis.ts';
import {keyFile} from '#shared/secret-key.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {systemUser} from './command/note-in-trail.ts';
import {oneBeatMs} from './command/refuse-running.ts';
import {type Rotated, rotateKey} from './command/rotate-secret-key.ts';
import {runCommand} from './command/run-command.ts';
import {withStoredServers} from './command/servers.ts';
import {createReporter, type Reporter} from './processes/reporter.ts';

const {values} = readCommandLine({
	usage: 'npm run rotate-key [-- --key-file FILE]',
	about:
		'Seals all stored secrets with a new key, while the service is stopped.\n  --key-file FILE  takes the key in this file instead of making one',
	options: {'key-file': {type: 'string'}},
});

/** `npm run rotate-key` seals all stored secrets with a new key; `-- --key-file FILE` uses a given one. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
	const from = values['key-file'];
	const wanted = from === undefined ? null : (await readFile(from, 'utf8')).trim();
	const config = loadConfig(env);
	const {dataDir, secretKey} = config;
	const reporter = createReporter(process.stdout);
	await withStoredServers(config, reporter, async ({mongodbUri, redisUrl}) => {
		const redis = openProducer(redisUrl);
		redis.on('error', () => undefined);
		try {
			reportOutcome(
				await rotateKey({
					...{mongodbUri, redis, dataDir, wanted},
					prefix: config.redis.prefix,
					configured: secretKey,
					by: systemUser(),
					watchMs: oneBeatMs,
				}),
				{
					file: keyFile(dataDir),
					isInEnvironment: secretKey !== null,
					reporter,
				},
			);
		} finally {
			redis.disconnect();
		}
	});
}

interface Outcome {
	file: string;
	/** SECRET_KEY is set. */
	isInEnvironment: boolean;
	reporter: Reporter;
}

function reportOutcome({sealed, unreadable, isResumed}: Rotated, {file, isInEnvironment, reporter}: Outcome): void {
	if (isResumed) {
		reporter.step('an earlier change was interrupted and has now ended, with the key of that time; run this again for another key');
	}
	reporter.step(`${sealed} secrets are sealed with the new key; everybody must log in again`);
	if (unreadable > 0) {
		reporter.step(`${unreadable} could not be read before either: enter them again`);
	}
	reporter.step(
		isInEnvironment
			? `set SECRET_KEY of every process, or the file that it names, to the key in ${file}, then start the service`
			: `the new key is in ${file}; processes with another DATA_DIR need the same file or SECRET_KEY`,
	);
}

await runCommand(main);
