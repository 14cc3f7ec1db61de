import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {withConnection} from '#scripts/command/servers.ts';
import {isDiskFull} from '#scripts/embedded/data-files.ts';
import {folderHolder} from '#scripts/embedded/data-lock.ts';
import {Unavailable} from '#shared/errors.ts';
import {loadSecretKey} from '#shared/secret-key.ts';
import {problemList} from '#shared/start/begin-process.ts';
import {checkStart, type StartNeeds} from '#shared/start/check-start.ts';
import {openDataFolder} from '#shared/start/data-folder.ts';
import {createInstallation} from '#shared/store/system/installation.ts';
import type {Reporter} from '../processes/reporter.ts';
import {existingFolder, missingHere} from './requirements.ts';

interface Beginning {
	/** One line for each value of the environment that is wrong. */
	wrongValues: readonly string[];
	needs: Pick<StartNeeds, 'dataDir' | 'mongodbUri' | 'redisUrl' | 'redisPrefix'> & {
		api: NonNullable<StartNeeds['listen']>;
		torrent: NonNullable<StartNeeds['listen']>;
		serverPrograms: Record<'MONGOD_BINARY' | 'REDIS_BINARY', string | null>;
		browser: Record<string, string | null>;
	};
	pools: readonly string[];
	hasMetadataKey: boolean;
	env: NodeJS.ProcessEnv;
	reporter: Reporter;
}

const keyHint =
	'titles come from TMDB: get a free key at https://www.themoviedb.org/settings/api and set METADATA_API_KEY, or later the setting meta.apiKey';

/**
 * Looks at everything that the service needs before anything is started.
 * @throws Unavailable `wrong_start` with all problems at once, one line each
 */
export async function beginService({wrongValues, needs, pools, hasMetadataKey, env, reporter}: Beginning): Promise<void> {
	const {dataDir, mongodbUri, redisUrl, redisPrefix, api, torrent, serverPrograms, browser} = needs;
	reporter.step('checking folders, ports and servers');
	const {problems, warnings} = await checkStart({
		...{dataDir, mongodbUri, redisUrl, redisPrefix},
		listen: [...api, ...(pools.includes('torrent') ? torrent : [])],
		programs: {
			...(mongodbUri ? {} : {MONGOD_BINARY: serverPrograms.MONGOD_BINARY}),
			...(redisUrl ? {} : {REDIS_BINARY: serverPrograms.REDIS_BINARY}),
			...(pools.includes('captcha') ? browser : {}),
		},
	});
	const missing =
		dataDir && !mongodbUri ? missingHere({dataDir, mongodBinary: serverPrograms.MONGOD_BINARY, env}) : {problems: [], warnings: []};
	const lines = [...wrongValues, ...missing.problems, ...holderOf(dataDir), ...roomIn(dataDir), ...problems.map(({message}) => message)];
	if (lines.length > 0) {
		throw new Unavailable('wrong_start', problemList(lines));
	}
	for (const warning of [...missing.warnings, ...warnings]) {
		reporter.step(`warning: ${warning}`);
	}
	if (dataDir && !hasMetadataKey && !existsSync(join(dataDir, 'secret.key'))) {
		reporter.step(keyHint);
	}
	if (dataDir && openDataFolder(dataDir)) {
		reporter.step(`${dataDir} was open to other users; now only its owner can read it`);
	}
}

function roomIn(dataDir: string | null | undefined): string[] {
	const isFull = dataDir && isDiskFull(existingFolder(dataDir));
	return isFull ? [`DATA_DIR: the disk of ${dataDir} is full. Make room, or name a folder on another disk.`] : [];
}

/** Another start has the ports and servers too, so its process is what helps. */
function holderOf(dataDir: string | null | undefined): string[] {
	const holder = dataDir ? folderHolder(dataDir) : null;
	return holder === null ? [] : [`DATA_DIR: ${dataDir} is in use by process ${holder}. Stop it first, or name another folder.`];
}

interface Start {
	mongodbUri: string;
	/** SECRET_KEY, if it is set. */
	secretKey: string | null;
	dataDir: string;
}

/**
 * Says once, before any process starts, what each of them would say for itself: another key, newer data, a restore that
 * has not ended.
 * @throws Unavailable with the code of the fault
 */
export async function refuseMisfit({mongodbUri, secretKey, dataDir}: Start): Promise<void> {
	const key = await loadSecretKey(secretKey, dataDir);
	const fault = await withConnection(mongodbUri, connection => createInstallation(connection).findStartFault(key));
	if (fault) {
		throw new Unavailable(fault.code, fault.message);
	}
}
