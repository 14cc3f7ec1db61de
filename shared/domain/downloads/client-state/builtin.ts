import type {DownloadStatus} from '../queue-item.ts';

/** The fields of a built-in torrent that decide its status. */
export interface BuiltinState {
	/** Why the engine gave up for now. */
	error: string | null;
	hasMetadata: boolean;
	/** The files on the disk were checked. */
	ready: boolean;
	completed: boolean;
	paused: boolean;
}

export function builtinStatus({error, hasMetadata, ready, completed, paused}: BuiltinState): DownloadStatus {
	if (error !== null) {
		return 'warning';
	}
	if (completed) {
		return 'completed';
	}
	if (paused) {
		return 'paused';
	}
	return hasMetadata && ready ? 'downloading' : 'queued';
}
