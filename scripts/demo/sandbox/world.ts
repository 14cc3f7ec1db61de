import {randomBytes} from 'node:crypto';
import {mkdir} from 'node:fs/promises';
import {openSandboxIndexer} from './indexer.ts';
import {openProvider, type Provider} from './provider.ts';
import {openSeeder, openTracker, type Seeder} from './seeder.ts';
import type {SandboxServer} from './serve.ts';
import {openSubtitleSite, type SubtitleSite} from './subtitle-site.ts';

/** Everything that the service contacts, all of it on the loopback address. */
export interface World {
	provider: Provider & {apiKey: string};
	indexer: SandboxServer & {apiKey: string};
	seeder: Seeder;
	subtitles: SubtitleSite;
	close(): Promise<void>;
}

interface WorldOptions {
	/** The seeder's folder for its films. */
	folder: string;
	/** Upload limit of the seeder. */
	bytesPerSecond: number;
}

export async function openWorld({folder, bytesPerSecond}: WorldOptions): Promise<World> {
	await mkdir(folder, {recursive: true});
	const [providerKey, indexerKey] = [newKey(), newKey()];
	const provider = await openProvider(providerKey);
	const subtitles = await openSubtitleSite();
	const tracker = await openTracker();
	const seeder = openSeeder({folder, announceUrl: tracker.announceUrl, bytesPerSecond});
	const indexer = await openSandboxIndexer({apiKey: indexerKey, torrentOf: seeder.torrentOf});
	return {
		provider: {...provider, apiKey: providerKey},
		indexer: {...indexer, apiKey: indexerKey},
		seeder,
		subtitles,
		close: async () => {
			await seeder.close();
			await Promise.all([indexer.close(), provider.close(), subtitles.close(), tracker.close()]);
		},
	};
}

function newKey(): string {
	return randomBytes(16).toString('hex');
}
