import {callerId} from '#api/http/access/callers.ts';
import type {RouteDeps} from '#api/services.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import type {FaceCall, FaceReply} from './faces.ts';
import {notFound} from './wire.ts';

type Pictured = Pick<Movie, 'posterUrl' | 'backdropUrl'>;

/** The address stays when a title gets another picture, so it is asked again whether it is the same. */
const caching = 'private, max-age=3600';

/**
 * Sends `poster.jpg` or `fanart.jpg`, and both in sizes, as in `poster-250.jpg`: from our shelf, or as the setting
 * `images.source` says.
 */
export async function sendPicture(
	title: Pictured,
	call: Pick<FaceCall, 'param' | 'key' | 'request' | 'response'>,
	{pictures, settings}: Pick<RouteDeps, 'pictures' | 'settings'>,
): Promise<FaceReply> {
	const url = addressOf(title, call.param('file'));
	const source = settings.get('images.source');
	if (url === null || source === 'none') {
		throw notFound();
	}
	if (source === 'provider') {
		return {status: 302, headers: {Location: url}};
	}
	const {key, request, response} = call;
	await pictures.send(url, {callerId: callerId(key), caching, request, response});
	return null;
}

/** Heights that programs ask for, and the nearest widths of the provider. */
const widths: Readonly<Record<string, string>> = {
	'poster-250': 'w185',
	'poster-500': 'w342',
	'fanart-180': 'w300',
	'fanart-360': 'w780',
};

/** Null for a picture that the title lacks, or that we do not have of any. */
function addressOf({posterUrl, backdropUrl}: Pictured, file: string): string | null {
	const [, kind = '', height] = /^(poster|fanart)(?:-(\d{1,4}))?\.(?:jpe?g|png|webp)$/i.exec(file) ?? [];
	const url = {poster: posterUrl, fanart: backdropUrl}[kind.toLowerCase()] ?? null;
	const width = widths[`${kind.toLowerCase()}-${height}`];
	return width === undefined ? url : (url?.replace(/(?<=\/t\/p\/)(?:w\d+|original)(?=\/)/, width) ?? null);
}
