import type {AnswerCache} from '#shared/coordination/cache.ts';
import {pictureTypeOf} from '#shared/domain/media/picture-type.ts';
import {NotFound, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import {largestImage} from '#shared/jobs/refresh.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {Http} from '../http/http.ts';
import {checkKey, createTmdb} from './create-tmdb.ts';
import type {MetadataProvider} from './metadata-provider.ts';
import {defaultImageBase} from './to-titles.ts';

export interface MetadataOptions {
	/** From the environment. The setting `meta.apiKey` takes precedence. */
	apiKey: string | null;
	url: string;
	/** Where pictures are unless the setting `meta.imageUrl` says otherwise. */
	imageUrl: string;
	settings: Settings;
	http: Http;
	cache: AnswerCache;
	now: () => Date;
}

/** Reads the settings at each call, so that a changed key or language needs no restart. */
export function openMetadata(options: MetadataOptions): MetadataProvider {
	const current = () => createTmdb(toTmdb(options, knownKey(options)));
	return {
		movie: async (...args) => current().movie(...args),
		series: async (...args) => current().series(...args),
		searchMovies: async (...args) => current().searchMovies(...args),
		searchSeries: async (...args) => current().searchSeries(...args),
		findByImdbId: async (...args) => current().findByImdbId(...args),
		collection: async (...args) => current().collection(...args),
		discover: async (...args) => current().discover(...args),
		episodeGroups: async (...args) => current().episodeGroups(...args),
		episodeGroup: async (...args) => current().episodeGroup(...args),
		listPage: async (...args) => current().listPage(...args),
		image: (url, signal) => readImage(movedImage(url, options), {...options, imageUrl: imageBase(options), signal}),
		findByTvMetaId: async (...args) => current().findByTvMetaId(...args),
		checkKey: async (apiKey, signal) => checkKey(toTmdb(options, apiKey), signal),
	};
}

function knownKey({apiKey, settings}: MetadataOptions): string {
	const key = settings.get('meta.apiKey') || apiKey;
	if (!key) {
		throw new Unavailable(
			'provider_key_missing',
			'The metadata provider needs a key: get one at themoviedb.org/settings/api, then put it into the setting meta.apiKey (PUT /api/settings/meta) or the variable METADATA_API_KEY.',
		);
	}
	return key;
}

type Base = Pick<MetadataOptions, 'imageUrl' | 'settings'>;

const imageBase = ({imageUrl, settings}: Base) => settings.get('meta.imageUrl').replace(/\/+$/, '') || imageUrl;

/** Titles keep the addresses of the day on which they were read. */
export function movedImage(url: string, {imageUrl, settings}: Base): string {
	const own = settings.get('meta.imageUrl').replace(/\/+$/, '');
	const before = [imageUrl, defaultImageBase].map(each => each.replace(/\/*$/, '/')).find(each => url.startsWith(each));
	return own !== '' && before ? `${own}/${url.slice(before.length)}` : url;
}

function toTmdb(options: MetadataOptions, apiKey: string) {
	const {url, settings, http, cache, now} = options;
	return {
		baseUrl: settings.get('meta.useSsl') ? url : url.replace(/^https:/, 'http:'),
		imageBaseUrl: imageBase(options),
		apiKey,
		language: settings.get('meta.language'),
		certificationCountry: settings.get('meta.certificationCountry'),
		cacheTtlSeconds: settings.get('meta.cacheTtl'),
		http,
		cache: settings.get('meta.cacheEnabled') ? cache : null,
		now,
	};
}

const timeoutMs = 10_000;
const missing: readonly number[] = [400, 403, 404, 410];

export interface ImageSource {
	http: Http;
	/** Where the provider's pictures are. An administrator entered it, so it may be in the private network. */
	imageUrl: string;
	signal: AbortSignal;
}

/** Throws NotFound `image_not_found` if there is no picture that we would show, UpstreamFailed. */
async function readImage(url: string, {http, imageUrl, signal}: ImageSource): Promise<Buffer> {
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
