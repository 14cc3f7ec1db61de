import type {DownloadStatus} from '../tracked-state.ts';

/** What decides how we call a torrent of the built-in client. */
export interface BuiltinState {
	/** Why the engine gave it up for now. */
	error: string | null;
	hasMetadata: boolean;
	/** What lies on the disk was checked. */
	ready: boolean;
	completed: boolean;
}

export function builtinStatus({error, hasMetadata, ready, completed}: BuiltinState): DownloadStatus {
	if (error !== null) {
		return 'warning';
	}

	if (completed) {
		return 'completed';
	}

	return hasMetadata && ready ? 'downloading' : 'queued';
}
