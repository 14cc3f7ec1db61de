import {rm, writeFile} from 'node:fs/promises';
import {readNumber} from '../http/read-body.ts';
import {type AskOptions, askProgram, type ProgramAddress} from './ask-program.ts';
import {copyBazarr} from './copy-bazarr.ts';
import {copyActivity, copyRecords} from './copy-records.ts';
import {copyTitles} from './copy-titles.ts';
import {openCopy} from './write-copy.ts';

/**
 * Reads a program over its API into a database at `path`, which is made anew. Returns its configuration as far as that
 * is told. Throws as `askProgram` does.
 */
export async function copyProgram(address: ProgramAddress, path: string, options: AskOptions): Promise<{config: string}> {
	const api = askProgram(address, options);
	const status = await api.status();
	// Only we may read it.
	await rm(path, {force: true});
	await writeFile(path, '', {mode: 0o600});
	const copy = openCopy(path);
	try {
		if (address.program === 'bazarr') {
			return {config: await copyBazarr({api, copy})};
		}
		copy.table('VersionInfo', ['Version']);
		copy.add('VersionInfo', [{Version: readNumber(status, 'migrationVersion') ?? 0}]);
		await copyRecords(address.program, {api, copy});
		if (address.program !== 'prowlarr') {
			await copyTitles(address.program, {api, copy});
			await copyActivity(address.program, {api, copy});
		}
		return {config: ''};
	} finally {
		copy.close();
	}
}
