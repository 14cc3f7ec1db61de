import {accessSync, constants, statSync} from 'node:fs';
import {fine, lasting, type StartReport} from './start-problem.ts';

/** Checks whether a variable names a program that this user may run. */
export function checkProgram(name: string, path: string): StartReport {
	try {
		if (!statSync(path).isFile()) {
			return lasting(`${name}: ${path} is not a program. Correct it or leave it empty.`);
		}
		accessSync(path, constants.X_OK);
		return fine;
	} catch (error) {
		const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
		return lasting(`${name}: ${path} ${isMissing ? 'does not exist' : 'cannot be run by this user'}. Correct it or leave it empty.`);
	}
}
