import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {mapRemotePath} from '#shared/domain/imports/map-remote-path.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {ImportRefused, neverMs, refuse} from './refusal.ts';

type LocateDeps = Pick<WorkerDeps, 'downloadClients' | 'remotePathMappings' | 'rootFolders' | 'files'>;

/**
 * Returns the path of the finished download as we see it. Refuses a path that we cannot see, or one that contains the
 * library itself.
 */
export async function locateDownload(item: QueueItem, deps: LocateDeps): Promise<string> {
	const {title} = item.release;
	const chosen = item.import?.choice?.file ?? null;
	const outputPath = chosen?.path ?? item.transfer?.outputPath;
	if (!outputPath) {
		throw refuse(title, {code: 'path_unknown', message: 'The download client has not reported where the files are.', isPassing: true});
	}
	const client = item.client && (await deps.downloadClients.find(item.client.id));
	const host = hostOf(client?.url ?? null);
	const path = mapRemotePath(await deps.remotePathMappings.list(), host, outputPath);
	// Some clients build the path from a name that the maker of the torrent chose.
	if (path.split(/[\\/]/).includes('..')) {
		const message = `${path} leads out of the folder of the download client. Rename the download there.`;
		throw refuse(title, {code: 'path_unsafe', message});
	}
	const above = (await deps.rootFolders.list()).find(root => `${root.path}/`.startsWith(`${path.replace(/\/$/, '')}/`));
	if (above) {
		throw refuse(title, {
			code: 'path_holds_library',
			message: `${path} holds the root folder ${above.path}. Let the download client use another folder.`,
		});
	}
	if (chosen && !(await deps.files.isReallyBelow(path, chosen.within))) {
		throw refuse(title, {
			code: 'path_unsafe',
			message: `${path} really lies outside ${chosen.within}: a link leads there. Remove the link.`,
		});
	}
	// A download of one file that was moved is gone.
	const isMoved = item.import?.files.some(({source}) => source === path);
	if (!(isMoved || (await deps.files.exists(path)))) {
		await throwIfGone(path, item, deps);
		const mapping = `{"host": "${host ?? ''}", "remotePath": "${outputPath}", "localPath": "…"}`;
		const message = `${path} cannot be seen from here. Mount it, or add a remote path mapping such as ${mapping} at /api/remote-path-mappings.`;
		throw refuse(title, {code: 'path_not_visible', message, isPassing: true});
	}
	return path;
}

/** A file that a person chose did exist. If its folder still does, a missing mount is not the reason. */
async function throwIfGone(path: string, item: QueueItem, {files}: LocateDeps): Promise<void> {
	const chosen = item.import?.choice?.file;
	if (chosen && (await files.folderId(chosen.within)) !== null) {
		const message = `${path} is gone: it was moved, renamed or deleted. Put it back and retry the import, or remove it from the queue.`;
		throw new ImportRefused('file_gone', [{title: item.release.title, messages: [message]}], neverMs);
	}
}

function hostOf(url: string | null): string | null {
	return url && URL.canParse(url) ? new URL(url).hostname : null;
}
