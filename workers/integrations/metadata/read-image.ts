import {pictureTypeOf} from '#shared/domain/media/picture-type.ts';
import {NotFound, UpstreamFailed} from '#shared/errors.ts';
import {largestImage} from '#shared/jobs/refresh.ts';
import type {Http} from '../http/exchange.ts';

const timeoutMs = 10_000;
const missing: readonly number[] = [400, 403, 404, 410];

export interface ImageSource {
	http: Http;
	/** Where the provider's pictures are. An administrator entered it, so it may be in the private network. */
	imageUrl: string;
	signal: AbortSignal;
}

/** Throws NotFound `image_not_found` if there is no picture that we would show, UpstreamFailed. */
export async function readImage(url: string, {http, imageUrl, signal}: ImageSource): Promise<Buffer> {
	const isOwn = URL.parse(url)?.origin === URL.parse(imageUrl)?.origin;
	const network = isOwn ? 'any' : 'public';
	const {status, body} = await http({url, timeoutMs, maxBytes: largestImage, redirects: 2, network, signal}).catch(error => {
		throw error instanceof UpstreamFailed && error.code === 'too_large' ? unusable() : error;
	});
	if (missing.includes(status)) {
		throw new NotFound('image_not_found', 'The metadata provider no longer has this picture. Refresh its title.');
	}
	if (status !== 200) {
		throw new UpstreamFailed('provider_failed', `The metadata provider's pictures cannot be read (${status}). Try again in a moment.`);
	}
	if (pictureTypeOf(body) === null) {
		throw unusable();
	}
	return body;
}

const unusable = () => new NotFound('image_not_found', 'What the provider sends is not a JPEG, PNG or WebP picture of at most 5 MiB.');
