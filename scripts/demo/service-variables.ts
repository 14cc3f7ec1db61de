import {randomBytes} from 'node:crypto';
import {secretVariables} from '#config/secret-files.ts';
import {freePort} from '#scripts/embedded/free-port.ts';
import type {World} from './sandbox/world.ts';

/** How to reach a service in the sandbox. */
export interface Access {
	port: number;
	apiKey: string;
	adminPassword: string;
}

interface Place {
	dataFolder: string;
	world: World;
	access: Access;
	mongodbUri: string;
	redisUrl: string;
	redisPrefix: string;
}

export async function newAccess(): Promise<Access> {
	return {port: await freePort(), apiKey: `demo-${newSecret()}`, adminPassword: newSecret()};
}

/**
 * The environment of a service that contacts only the sandbox, whatever the user's own environment contains. An empty
 * variable counts as unset.
 */
export function serviceVariables({dataFolder, world, access, mongodbUri, redisUrl, redisPrefix}: Place): Record<string, string> {
	return {
		...Object.fromEntries(secretVariables.map(name => [`${name}_FILE`, ''])),
		HOST: '127.0.0.1',
		PORT: String(access.port),
		DATA_DIR: dataFolder,
		MONGODB_URI: mongodbUri,
		REDIS_URL: redisUrl,
		REDIS_PREFIX: redisPrefix,
		ADMIN_PASSWORD: access.adminPassword,
		API_KEY: access.apiKey,
		METADATA_URL: world.provider.apiUrl,
		METADATA_IMAGE_URL: world.provider.imageUrl,
		METADATA_API_KEY: '',
		POOL_CONCURRENCY: '',
		TRUST_PROXY: '',
		SECRET_KEY: '',
		LOG_LEVEL: 'info',
		TORRENT_HOST: '127.0.0.1',
		TORRENT_PORT: '0',
	};
}

function newSecret(): string {
	return randomBytes(18).toString('hex');
}
