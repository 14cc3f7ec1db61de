import {normalPath, overlaps} from '../folders/root-folder-path.ts';
import type {DownloadClientSettings} from './download-client-record.ts';

/** Two folders that another program watches and fills. */
export interface BlackholeSettings {
	/** The protocol of the releases that it downloads. */
	protocol: 'torrent' | 'usenet';
	/** Absolute path: where releases are written for the other program. */
	directory: string;
	/** Absolute path: where the other program puts finished downloads. */
	watchFolder: string;
	/** Seconds without a change after which a download in the watched folder is finished. */
	stableSeconds: number;
	/** Write magnet links to `.magnet` files; otherwise such releases are refused. */
	saveMagnetFiles: boolean;
	/** Never delete anything in the watched folder. */
	readOnly: boolean;
}

interface Fault {
	path: string;
	message: string;
}

type Given = Pick<DownloadClientSettings, 'directory' | 'settings'>;

/** Settings that never hold a secret. */
export const openSettings: ReadonlySet<string> = new Set(['protocol', 'watchFolder', 'stableSeconds', 'saveMagnetFiles', 'readOnly']);

const usualStableSeconds = 30;
const flags = ['saveMagnetFiles', 'readOnly'] as const;

/** The faults of the settings of a `blackhole`; none if they can be used. */
export function blackholeFaults({directory, settings}: Given): Fault[] {
	const {protocol, watchFolder, stableSeconds} = settings;
	const faults: Fault[] = [];
	if (!directory?.startsWith('/')) {
		faults.push({path: 'directory', message: 'directory must be an absolute path for blackhole: the folder that releases are written to'});
	}
	if (protocol !== 'torrent' && protocol !== 'usenet') {
		faults.push({path: 'settings.protocol', message: 'settings.protocol must be torrent or usenet for blackhole'});
	}
	if (typeof watchFolder !== 'string' || !watchFolder.startsWith('/')) {
		faults.push({
			path: 'settings.watchFolder',
			message: 'settings.watchFolder must be an absolute path for blackhole: the folder with finished downloads',
		});
	} else if (directory && overlaps(normalPath(watchFolder) ?? watchFolder, normalPath(directory) ?? directory)) {
		faults.push({path: 'settings.watchFolder', message: 'settings.watchFolder and directory must not lie in each other'});
	}
	if (stableSeconds !== undefined && !(typeof stableSeconds === 'number' && stableSeconds >= 5 && stableSeconds <= 3600)) {
		faults.push({path: 'settings.stableSeconds', message: 'settings.stableSeconds must be a number from 5 to 3600'});
	}
	for (const flag of flags.filter(name => settings[name] !== undefined && typeof settings[name] !== 'boolean')) {
		faults.push({path: `settings.${flag}`, message: `settings.${flag} must be true or false`});
	}
	return faults;
}

/**
 * The settings of a record, or null if they cannot be used. A torrent program goes on seeding what it has finished, so
 * its files are deleted only if the record says so.
 */
export function blackholeSettings(given: Given): BlackholeSettings | null {
	if (blackholeFaults(given).length > 0) {
		return null;
	}
	const {protocol, watchFolder, stableSeconds, saveMagnetFiles, readOnly} = given.settings;
	return {
		protocol: protocol === 'usenet' ? 'usenet' : 'torrent',
		directory: normalPath(given.directory ?? '') ?? '',
		watchFolder: normalPath(String(watchFolder)) ?? '',
		stableSeconds: typeof stableSeconds === 'number' ? stableSeconds : usualStableSeconds,
		saveMagnetFiles: saveMagnetFiles === true,
		readOnly: readOnly === undefined ? protocol === 'torrent' : readOnly === true,
	};
}

/** The folders of a client that is nothing else; null for others. */
export function blackholeFolders(
	client: Given & Pick<DownloadClientSettings, 'kind'>,
): Pick<BlackholeSettings, 'directory' | 'watchFolder'> | null {
	return client.kind === 'blackhole' ? blackholeSettings(client) : null;
}
