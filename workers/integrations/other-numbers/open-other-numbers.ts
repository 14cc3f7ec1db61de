import type {Redis} from 'ioredis';
import {createRates} from '#shared/coordination/rate.ts';
import type {SceneEntry} from '#shared/domain/numbering/scene-numbers.ts';
import {Unavailable} from '#shared/errors.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {SceneList} from '#shared/store/series/scene-maps.ts';
import type {Http} from '../http/http.ts';
import {readSceneList, readSceneMap} from './scene-service.ts';
import {createTvdb, type TvdbEpisode} from './tvdb.ts';

/**
 * Sources that number episodes differently from the metadata provider. Throws Invalid `tvdb_key_refused`, TooMany,
 * Unavailable, UpstreamFailed.
 */
export interface OtherNumbersSource {
	/** Whether a key for TVDB is set. */
	hasTvdb(): boolean;
	/** The episodes of a series in one order of TVDB, such as `official`; null if it has none, or without a key. */
	tvdbEpisodes(tvMetaId: number, order: string, signal: AbortSignal): Promise<TvdbEpisode[] | null>;
	/** Whether a service of scene numbers is set. */
	hasScene(): boolean;
	/** All series that the scene numbers, and their names. */
	sceneList(signal: AbortSignal): Promise<SceneList>;
	/** The rows of one map; empty if there is none. */
	sceneMap(tvMetaId: number, signal: AbortSignal): Promise<SceneEntry[]>;
}

export interface OtherNumbersOptions {
	settings: Settings;
	http: Http;
	redis: Redis;
	prefix: string;
}

/** The service of scene numbers bans programs that ask faster. */
const sceneRate = {name: 'scene-numbers', max: 1, windowMs: 2000};
const tvdbRate = {name: 'tvdb', max: 4, windowMs: 1000};
/** Milliseconds that a job waits for a slot. */
const maxWaitMs = 60_000;

/** Reads the settings at each call. */
export function openOtherNumbers({settings, http, redis, prefix}: OtherNumbersOptions): OtherNumbersSource {
	const rates = createRates(redis, prefix);
	const atRate =
		(rate: typeof sceneRate): Http =>
		async request => {
			const signal = request.signal ?? AbortSignal.timeout(maxWaitMs);
			const {isOver} = await rates.waitForHit(rate, 'all', {signal, maxWaitMs});
			if (isOver) {
				throw new Unavailable('other_numbers_busy', 'Too many series wait for their numbers. Try again in a few minutes.');
			}
			return http(request);
		};
	const tvdb = createTvdb({
		http: atRate(tvdbRate),
		account: () => ({url: settings.get('meta.tvdbUrl'), apiKey: settings.get('meta.tvdbKey'), pin: settings.get('meta.tvdbPin')}),
	});
	const scene = (signal: AbortSignal) => ({url: settings.get('meta.sceneMapUrl').replace(/\/+$/, ''), http: atRate(sceneRate), signal});
	const hasTvdb = () => settings.get('meta.tvdbKey') !== '';
	return {
		hasTvdb,
		tvdbEpisodes: async (tvMetaId, order, signal) => (hasTvdb() ? tvdb.episodes(tvMetaId, order, signal) : null),
		hasScene: () => settings.get('meta.sceneMapUrl') !== '',
		sceneList: async signal => readSceneList(scene(signal)),
		sceneMap: async (tvMetaId, signal) => readSceneMap(tvMetaId, scene(signal)),
	};
}
