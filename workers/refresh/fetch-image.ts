import type {fetchImage} from '#shared/jobs/refresh.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleFetchImage: Handler<typeof fetchImage> = async ({url}, {metadata, imageCache}, {signal}) => ({
	imageId: await imageCache.leave((await metadata.image(url, signal)).toString('base64')),
});
