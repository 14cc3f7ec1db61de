import {Invalid} from '#shared/errors.ts';

export function archiveFault(reason: string): Invalid {
	return new Invalid('subtitle_archive', `The archive cannot be used: ${reason}. Choose another subtitle.`);
}

export function textFault(reason: string): Invalid {
	return new Invalid('subtitle_unreadable', `The subtitle cannot be used: ${reason}. Choose another one.`);
}
