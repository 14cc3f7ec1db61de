import type {StatusMessage} from '../downloads/queue-item.ts';
import type {DownloadedFile} from './sort-files.ts';

/** A video of a download that is not imported. */
export interface RefusedVideo {
	video: DownloadedFile;
	reason: string;
	/**
	 * Whether the library may lack what it holds: `none` because the library has it, `mayBeExtra` for a video that
	 * nothing claims, `lacking` otherwise. Its data may not be deleted unless the answer is no.
	 */
	claim: 'none' | 'mayBeExtra' | 'lacking';
	/** Another try may succeed without anybody's help. */
	isPassing?: boolean;
}

export function refusalMessage({video, reason}: RefusedVideo): StatusMessage {
	return {title: video.relative, messages: [reason]};
}
