/** A subtitle that the site offers. */
export interface SiteSubtitle {
	fileId: number;
	/** In the site's spelling. */
	language: string;
	release: string;
	content: string;
	/** Moving hashes of the videos that it fits. */
	hashes?: string[];
	imdbNumber?: number;
	tmdbId?: number;
	title?: string;
	year?: number;
	/** For an episode; the ids and the title are those of the series. */
	episode?: {season: number; number: number};
	/** Other attributes, or other values, in the site's format. */
	raw?: Record<string, unknown>;
}

/** The query in the form that the site answers; any other is redirected to it. */
export function toCanonical(query: URLSearchParams): string {
	const pairs = [...query].flatMap(([name, value]): [string, string][] => {
		const text = value.trim().toLowerCase();
		if (text === '' || (name === 'page' && text === '1')) {
			return [];
		}
		if (/imdb_id$/.test(name)) {
			return [[name, text.replace(/^tt/, '').replace(/^0+/, '')]];
		}
		return [[name.toLowerCase(), name === 'languages' ? text.split(',').sort().join(',') : text]];
	});
	return new URLSearchParams(pairs.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** One page of the answer to a search; null for a query that the site refuses. */
export function search(subtitles: readonly SiteSubtitle[], query: URLSearchParams, perPage: number): object | null {
	const hash = query.get('moviehash');
	if (hash !== null && !/^[\da-f]{16}$/.test(hash)) {
		return null;
	}
	const found = subtitles.filter(subtitle => isAskedFor(subtitle, query));
	const page = Number(query.get('page') ?? 1);
	return {
		total_pages: Math.ceil(found.length / perPage),
		total_count: found.length,
		per_page: perPage,
		page,
		data: found.slice((page - 1) * perPage, page * perPage).map(subtitle => toItem(subtitle, hash)),
	};
}

function isAskedFor(subtitle: SiteSubtitle, query: URLSearchParams): boolean {
	const {language, imdbNumber, tmdbId, episode, title = '', release, hashes = []} = subtitle;
	const prefix = episode ? 'parent_' : '';
	const ids = [
		[`${prefix}imdb_id`, imdbNumber],
		[`${prefix}tmdb_id`, tmdbId],
	] as const;
	const askedIds = ['imdb_id', 'tmdb_id', 'parent_imdb_id', 'parent_tmdb_id'].filter(name => query.has(name));
	const hasIds = askedIds.every(name => ids.some(([own, id]) => own === name && String(id) === query.get(name)));
	const words = query.get('query')?.split(/\s+/) ?? [];
	const isNamed = words.every(word => `${title} ${release}`.toLowerCase().includes(word));
	const isNumbered =
		(!query.has('season_number') || query.get('season_number') === String(episode?.season)) &&
		(!query.has('episode_number') || query.get('episode_number') === String(episode?.number));
	const isByHash = hashes.includes(query.get('moviehash') ?? '');
	const isSpoken = query.get('languages')?.split(',').includes(language.toLowerCase()) ?? true;
	const isTitle = hasIds && isNamed && isNumbered && (askedIds.length > 0 || words.length > 0);
	return isSpoken && (isByHash || isTitle);
}

function toItem({fileId, language, release, hashes = [], episode, ...subtitle}: SiteSubtitle, hash: string | null): object {
	const {imdbNumber = null, tmdbId = null, title = null, year = null, raw = {}} = subtitle;
	const ofSeries = {parent_imdb_id: imdbNumber, parent_tmdb_id: tmdbId, parent_title: title};
	return {
		id: String(fileId),
		type: 'subtitle',
		attributes: {
			subtitle_id: String(fileId),
			language,
			release,
			download_count: 10,
			hearing_impaired: false,
			foreign_parts_only: false,
			ai_translated: false,
			machine_translated: false,
			from_trusted: true,
			fps: 24,
			upload_date: '2020-01-02T03:04:05Z',
			feature_details: episode
				? {feature_type: 'Episode', year, season_number: episode.season, episode_number: episode.number, ...ofSeries}
				: {feature_type: 'Movie', title, year, imdb_id: imdbNumber, tmdb_id: tmdbId},
			files: [{file_id: fileId, cd_number: 1, file_name: release}],
			...(hash !== null && {moviehash_match: hashes.includes(hash)}),
			...raw,
		},
	};
}
