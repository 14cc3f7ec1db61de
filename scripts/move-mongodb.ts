import {existsSync, renameSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {type Config, loadConfig, WrongConfiguration} from '#config/index.ts';
import {openBackup} from '#shared/backup/restore-backup.ts';
import {Cancelled, Conflict, NotFound} from '#shared/errors.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {ownSeries} from '#shared/start/server-versions.ts';
import {backUp, restoreInto} from './command/restore-into.ts';
import {runCommand} from './command/run-command.ts';
import {withServers, withStoredDatabase} from './command/servers.ts';
import {seriesOf} from './embedded/data-files.ts';
import {folderHolder} from './embedded/data-lock.ts';
import {findProgram} from './embedded/find-program.ts';
import {cacheFolder} from './embedded/program-cache.ts';
import {wantedMongodb} from './embedded/programs.ts';
import {createReporter, type Reporter} from './processes/reporter.ts';

readCommandLine({
	usage: 'npm run move-mongodb',
	about: `Moves the data of our own MongoDB from an older series to ${ownSeries}, while the service is stopped: by a backup, which stays,\nand its restore. The old files stay beside the new ones until you remove them.`,
});

/** Both programs must be there before anything is touched. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
	const config = loadConfig(env);
	const reporter = createReporter(process.stdout);
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => stop.abort(new Cancelled('The move was stopped; the old data are in their place.')));
	}
	const series = seriesToMove(config);
	if (series === null) {
		reporter.step(`The data are of MongoDB ${ownSeries} already.`);
		return;
	}
	const place = {cache: cacheFolder(env), env, reporter, signal: stop.signal};
	const newer = await findProgram({...wantedMongodb(null), series: ownSeries}, place);
	const older = await findProgram(wantedMongodb(null, series), place);
	const from = await backUpOld(withBinary(config, older.path), reporter, stop.signal);
	const manifest = await openBackup(from, stop.signal);
	const [folder, aside] = ['mongodb', `mongodb-${series}`].map(name => join(config.dataDir, name)) as [string, string];
	renameSync(folder, aside);
	try {
		await withServers(withBinary(config, newer.path), reporter, servers =>
			restoreInto(servers, {manifest, from, config, force: false, reporter, signal: stop.signal}),
		);
	} catch (error) {
		rmSync(folder, {recursive: true, force: true});
		renameSync(aside, folder);
		throw error;
	}
	reporter.step(
		`MongoDB ${newer.version} has the data now. Start the service. The old files are in ${aside}; remove them when all is well.`,
	);
}

const withBinary = (config: Config, binary: string): Config => ({...config, mongodb: {...config.mongodb, binary}});

/** The series that wrote the data, or null if it is the wanted one. */
function seriesToMove({mongodb, dataDir}: Config): string | null {
	if (mongodb.uri) {
		throw new WrongConfiguration(
			'MONGODB_URI names a server of yours. Move its data like this: npm run backup, start a new server, name it in MONGODB_URI, npm run restore.',
		);
	}
	const holder = folderHolder(dataDir);
	if (holder !== null) {
		throw new Conflict('service_running', `Process ${holder} uses ${dataDir}: the service runs. Stop it, and run this again.`);
	}
	const series = seriesOf(join(dataDir, 'mongodb'));
	if (series === null) {
		throw new NotFound('no_database', `There is no database in ${dataDir}. Set DATA_DIR to that of the service.`);
	}
	if (series === ownSeries) {
		return null;
	}
	const aside = join(dataDir, `mongodb-${series}`);
	if (existsSync(aside)) {
		throw new Conflict('moved_before', `${aside} is there from an earlier move. Remove it, or move it elsewhere.`);
	}
	return series;
}

async function backUpOld(config: Config, reporter: Reporter, signal: AbortSignal): Promise<string> {
	let folder = '';
	await withStoredDatabase(config, reporter, async connection => {
		folder = await backUp(connection, config, signal);
	});
	reporter.step(`the backup is in ${folder}`);
	return folder;
}

await runCommand(main);
