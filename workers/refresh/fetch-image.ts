import type {fetchImage} from '#shared/jobs/refresh.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleFetchImage: Handler<typeof fetchImage> = async ({url}, {metadata, imageShelf}, {signal}) => ({
	imageId: await imageShelf.keep(await metadata.image(url, signal)),
});
