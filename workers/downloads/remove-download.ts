import type {removeDownload} from '#shared/jobs/downloads/remove-download.ts';
import type {Handler} from '../runtime/handler.ts';
import {removeUnlessNeeded} from './remove-unless-needed.ts';

/** Removes a download from its client, unless another item needs it by now. One that is already gone is fine. */
export const handleRemoveDownload: Handler<typeof removeDownload> = async (removal, deps, {signal}) => {
	await removeUnlessNeeded(removal, deps, signal);
};
