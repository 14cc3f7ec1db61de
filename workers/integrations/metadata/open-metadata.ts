import type {AnswerCache} from '#shared/coordination/cache.ts';
import {Unavailable} from '#shared/errors.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {Http} from '../http/exchange.ts';
import type {MetadataProvider} from './metadata-provider.ts';
import {readImage} from './read-image.ts';
import {checkKey} from './tmdb/check-key.ts';
import {createTmdb} from './tmdb/create-tmdb.ts';

export interface MetadataOptions {
	/** From the environment. The setting `meta.apiKey` takes precedence. */
	apiKey: string | null;
	url: string;
	imageUrl: string;
	settings: Settings;
	http: Http;
	cache: AnswerCache;
	now: () => Date;
}

/** Uses the settings of the moment of each call, so that a changed key or language needs no restart. */
export function openMetadata(options: MetadataOptions): MetadataProvider {
	const current = () => createTmdb(toTmdb(options, knownKey(options)));
	return {
		movie: async (...args) => current().movie(...args),
		series: async (...args) => current().series(...args),
		searchMovies: async (...args) => current().searchMovies(...args),
		searchSeries: async (...args) => current().searchSeries(...args),
		findByImdbId: async (...args) => current().findByImdbId(...args),
		image: (url, signal) => readImage(url, {...options, signal}),
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

function toTmdb({url, imageUrl, settings, http, cache, now}: MetadataOptions, apiKey: string) {
	return {
		baseUrl: settings.get('meta.useSsl') ? url : url.replace(/^https:/, 'http:'),
		imageBaseUrl: imageUrl,
		apiKey,
		language: settings.get('meta.language'),
		certificationCountry: settings.get('meta.certificationCountry'),
		cacheTtlSeconds: settings.get('meta.cacheTtl'),
		http,
		cache: settings.get('meta.cacheEnabled') ? cache : null,
		now,
	};
}
