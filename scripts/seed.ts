import {loadConfig, WrongConfiguration} from '#config/index.ts';
import {loadSecretKey} from '#shared/secret-key.ts';
import {createSecrets} from '#shared/secrets.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {openDatabase} from '#shared/store/database.ts';
import {runCommand} from './command/run-command.ts';
import {withServers} from './command/servers.ts';
import {createReporter} from './processes/reporter.ts';
import {seedLibrary} from './seed/seed-library.ts';

const {values} = readCommandLine({
	usage: 'npm run seed [-- --movies N --series N]',
	about:
		'Fills the database with made-up titles, for tries and measurements.\n  --movies N  1,000 by default\n  --series N  200 by default',
	options: {movies: {type: 'string', default: '1000'}, series: {type: 'string', default: '200'}},
});

/**
 * `npm run seed -- --movies 100000 --series 20000` fills the configured database, or that of `npm
 * start`, with made-up titles.
 */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
	const [movies, series] = [Number(values.movies), Number(values.series)];
	if (!Number.isSafeInteger(movies) || !Number.isSafeInteger(series) || movies < 0 || series < 0) {
		throw new WrongConfiguration('--movies and --series must be whole numbers.');
	}
	const config = loadConfig(env);
	const reporter = createReporter(process.stdout);
	await withServers(config, reporter, async ({mongodbUri}) => {
		const secrets = createSecrets(await loadSecretKey(config.secretKey, config.dataDir));
		const database = openDatabase({uri: mongodbUri, secrets});
		try {
			await seedLibrary(database, {movies, series, now: new Date(), reporter});
			reporter.step(`the library contains ${movies} made-up movies and ${series} made-up series`);
		} finally {
			await database.close();
		}
	});
}

await runCommand(main);
