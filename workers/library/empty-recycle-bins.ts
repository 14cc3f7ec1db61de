import {join} from 'node:path';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {sizeText} from '#shared/domain/text/size-text.ts';
import {isExpected} from '#shared/errors.ts';
import type {TaskRun} from '../executions/run-execution.ts';
import {binName} from '../integrations/files/used-folders.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'files' | 'log' | 'rootFolders' | 'settings' | 'usedFolders'>;

const mebibytesPerGibibyte = 1024;

/**
 * Deletes for good what lies in the recycle bins for longer, or is more, than the settings say. Returns how many files.
 * `now` is a time that may be trusted.
 * A bin whose disk is away waits.
 * @param allBut Everything goes but the paths that this names, whatever the settings say.
 */
export async function emptyRecycleBins(
	{signal, note}: Pick<TaskRun, 'signal' | 'note'>,
	now: Date,
	deps: Deps,
	allBut?: () => Promise<ReadonlySet<string>>,
): Promise<number> {
	const {files, log, rootFolders, settings, usedFolders} = deps;
	const chosen = settings.get('media.recycleBin');
	// What was put into the bin of a root folder is ours after the folder was removed, too.
	const roots = new Set([...(await rootFolders.list()).map(({path}) => path), ...(await usedFolders.paths())]);
	const bins = [...roots].filter(path => path !== chosen).map(path => join(path, binName));
	const days = allBut ? 0 : settings.get('media.recycleBinDays');
	const maxBytes = allBut ? 0 : settings.get('media.recycleBinMaxGiB') * mebibytesPerGibibyte * bytesPerMegabyte;
	let count = 0;
	for (const bin of chosen ? [...bins, chosen] : bins) {
		try {
			const emptied = await files.emptyBin({bin, now, days, maxBytes, ...(allBut && {allBut}), signal});
			count += emptied.files;
			if (emptied.files > 0) {
				const many = emptied.files === 1 ? ['1 file', 'was'] : [`${emptied.files} files`, 'were'];
				const message = `${many[0]} with ${sizeText(emptied.bytes)} ${many[1]} deleted from ${bin}.`;
				note({mediaId: null, mediaTitle: null, action: 'remove', status: 'completed', message});
			}
		} catch (error) {
			if (signal.aborted || !isExpected(error)) {
				throw error;
			}
			log.warn({err: error, bin}, 'A recycle bin could not be emptied');
		}
	}
	return count;
}
