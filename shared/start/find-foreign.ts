import {accessSync, constants, readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';

/** Folders of DATA_DIR whose files a start needs. */
const needed = ['', 'logs', 'mongodb', 'mongodb/db', 'redis', 'redis/appendonlydir'];

/** A folder or file in DATA_DIR that this user cannot read and write, or null. */
export function findForeign(dataDir: string): string | null {
	for (const folder of needed.map(name => join(dataDir, name))) {
		if (!statSync(folder, {throwIfNoEntry: false})?.isDirectory()) {
			continue;
		}
		if (!isOurs(folder)) {
			return folder;
		}
		const files = readdirSync(folder, {withFileTypes: true}).filter(entry => entry.isFile());
		const foreign = files.map(({name}) => join(folder, name)).find(file => !isOurs(file));
		if (foreign !== undefined) {
			return foreign;
		}
	}
	return null;
}

function isOurs(path: string): boolean {
	try {
		accessSync(path, constants.R_OK | constants.W_OK);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== 'EACCES';
	}
}
