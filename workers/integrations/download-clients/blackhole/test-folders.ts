import {constants} from 'node:fs';
import {access, realpath, stat} from 'node:fs/promises';
import type {BlackholeSettings} from '#shared/domain/downloads/blackhole-settings.ts';
import {Invalid} from '#shared/errors.ts';
import {isBelow} from '../../files/contained.ts';

/** Can both folders be used from here? Throws Invalid `folder_unusable`. */
export async function testFolders({directory, watchFolder, readOnly, protocol}: BlackholeSettings) {
	await check(directory, 'directory', constants.R_OK | constants.W_OK | constants.X_OK);
	await check(watchFolder, 'settings.watchFolder', constants.R_OK | constants.X_OK | (readOnly ? 0 : constants.W_OK));
	const [out, back] = await Promise.all([realpath(directory), realpath(watchFolder)]);
	if (out === back || isBelow(out, back) || isBelow(back, out)) {
		throw unusable(
			'settings.watchFolder',
			`${watchFolder} and ${directory} lie in each other, maybe through a link. Use two separate folders.`,
		);
	}
	const removal = readOnly ? 'Nothing is deleted there.' : 'Imported downloads are deleted there.';
	return {version: 'folders', details: [`It writes ${protocol} releases to ${directory} and waits for them in ${watchFolder}. ${removal}`]};
}

async function check(folder: string, path: string, mode: number): Promise<void> {
	const isFolder = await stat(folder).then(
		facts => facts.isDirectory(),
		() => false,
	);
	if (!isFolder) {
		throw unusable(path, `${folder} is not a folder on the machine of the download workers. Create it, or mount it there.`);
	}
	await access(folder, mode).catch(cause => {
		throw unusable(path, `No permission for ${folder}. Give this service's user read and write access.`, cause);
	});
}

function unusable(path: string, message: string, cause?: unknown): Invalid {
	return new Invalid('folder_unusable', message, [{path, message}], {cause});
}
