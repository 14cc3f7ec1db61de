import {NotFound} from '#shared/errors.ts';
import type {handOverFile} from '#shared/jobs/grab.ts';
import type {Handler} from '../runtime/handler.ts';

/** The limits of the indexer hold as for a grab of our own. The file may have passkeys in it, and is kept encrypted. */
export const handleHandOverFile: Handler<typeof handOverFile, 'fetchRelease' | 'indexers' | 'keptFiles' | 'releaseCache'> = async (
	{indexerId, guid},
	{fetchRelease, indexers, keptFiles, releaseCache},
	{signal},
) => {
	const [found, indexer] = await Promise.all([releaseCache.find(indexerId, guid), indexers.find(indexerId)]);
	if (!found || !indexer) {
		throw new NotFound('release_expired', 'The release was not found in the last hour. Search again, then fetch it.');
	}
	const {title, protocol, downloadUrl, magnetUrl, site} = found.release;
	const asked = {title, protocol, downloadUrl, magnetUrl, indexer, ...(site !== undefined && {site})};
	await keptFiles.keep({indexerId, guid}, await fetchRelease(asked, signal), true);
};
